// Draws what the server has worked out. Every message holds the whole board.

import { card, die, onlyOne, sayWithSign, sign } from "./dice.js";
import { guess } from "./guess.js";
import { MOST_LETTERS, at, make, say, tell } from "./parts.js";
import { follow } from "./wire.js";

const MOST_BIDS = 8;
const CARDS = [[12, "few"], [30, "some"], [60, "many"], [Infinity, "very"]]; // how large they are drawn
const CLOCK = 5; // letters for which a clock takes the room
const LEAST_LETTERS = 6; // names of so many letters or fewer are written as large

function draw(told) {
  const shown = told.shown;
  document.documentElement.lang = told.language;
  say(at("title"), shown ? shown.title : "");
  sayWithSign(at("turn"), shown ? shown.so_far || shown.turn : told.waiting, shown ? onTurn(shown) : -1);
  say(at("bids-heading"), told.bids);
  say(at("players-heading"), told.players);
  document.body.dataset.scene = sceneOf(shown);
  at("centre").replaceChildren(...centre(told, shown));
  const hands = document.querySelector(".open > .hands");
  document.body.dataset.picture = !hands ? "" : hands.dataset.many === "very" ? "many" : "few";
  const bids = shown && !shown.revealed ? shown.bids.slice(-MOST_BIDS) : [];
  at("round").hidden = bids.length < 1;
  at("bids").replaceChildren(...bids.map(bidChip));
  const decided = shown && (shown.revealed || shown.ranking.length > 0) ? shown.verdict : null;
  guess(at("guess"), decided ? decided.bid : shown && shown.bid, decided ? decided.held : null, { ...told, counting: shown && shown.so_far });
  const players = shown ? shown.players : [];
  document.body.dataset.cards = shown && shown.of_cards ? "yes" : "";
  document.body.dataset.crowd = players.length > 8 ? "yes" : "";
  const rows = document.querySelector(".hands");
  document.body.dataset.rows = rows ? rows.dataset.many : "";
  document.body.style.setProperty("--letters", String(Math.max(...players.map((each) => letters(each.name)), LEAST_LETTERS)));
  at("seats").hidden = players.length < 1;
  at("players").dataset.many = players.length > 7 ? "very" : players.length > 5 ? "some" : "few";
  at("players").replaceChildren(...players.map((each) => plate(each, told, shown)));
}

const letters = (name) => Math.min(MOST_LETTERS, Math.max(LEAST_LETTERS, name.length));

function named(name, beside = 0) { // a long one is smaller: the others stay large
  const words = make("span", "name", name);
  words.style.setProperty("--letters", String(letters(name) + beside));
  return words;
}

function onTurn(shown) {
  return onlyOne(shown.players.filter((each) => each.on_turn).map((each) => each.seat));
}

function sceneOf(shown) {
  if (!shown) return "waiting";
  if (shown.ranking.length) return "over";
  return shown.revealed ? "revealed" : "bidding";
}

function centre(told, shown) {
  if (!shown) return [];
  const scene = sceneOf(shown);
  if (scene === "over") return [verdictWords(shown.verdict), ranking(shown)].filter(Boolean);
  if (shown.of_cards) return [verdictWords(shown.verdict), melds(shown)].filter(Boolean);
  if (scene === "revealed") return [verdictWords(shown.verdict), open(told, hands(shown))].filter(Boolean);
  if (shown.bid) return [bigBid(shown.bid)];
  return shown.verdict ? [verdictWords(shown.verdict)] : [make("p", "no-bid", told.no_bid)];
}

function bigBid(bid) {
  const picture = make("p", "bid-picture", make("span", "quantity", String(bid.quantity)));
  picture.setAttribute("aria-hidden", "true");
  if (bid.die) picture.append(make("span", "times", "×"), die(bid.die, "red"));
  return make("div", "bid", picture, make("p", "bid-words", sign(bid.seat), make("span", "", `${bid.who}: ${bid.words}`)));
}

function bidChip(bid, number, all) {
  const name = number === all.length - 1 ? "chip newest" : "chip";
  const chip = make("li", name, sign(bid.seat), make("span", "hidden", `${bid.who}: ${bid.words}`));
  const picture = make("span", "chip-picture", make("span", "", String(bid.quantity)), bid.die ? die(bid.die, "red") : null);
  picture.setAttribute("aria-hidden", "true");
  chip.append(picture);
  return chip;
}

function verdictWords(verdict) {
  if (!verdict) return null;
  const words = make("div", "verdict");
  words.setAttribute("aria-live", "polite");
  if (verdict.call) words.append(make("p", "call", verdict.call));
  words.append(make("p", "headline", verdict.headline));
  if (verdict.card) words.append(make("p", "seen", card(verdict.card)));
  if (verdict.losses) {
    const changed = verdict.lost.map((lost, seat) => (lost ? seat : -1)).filter((seat) => seat >= 0);
    const losses = make("p", "losses");
    sayWithSign(losses, verdict.losses, onlyOne(changed));
    words.append(losses);
  }
  return words;
}

function melds(shown) {
  if (!shown.melds.length) return null;
  const list = make("ul", "melds");
  const cards = shown.melds.reduce((sum, each) => sum + each.cards.length, 0);
  list.dataset.many = CARDS.find(([most]) => cards <= most)[1];
  for (const { seat, who, cards: laid } of shown.melds) {
    list.append(make("li", "meld", sign(seat), make("span", "hidden", who), make("span", "fan", ...laid.map(card))));
  }
  return list;
}

function hands(shown) {
  const rows = shown.verdict.dice.map((dice, seat) => [dice, seat]).filter(([dice]) => dice.length);
  if (!rows.length) return null;
  const list = make("ul", "hands");
  list.dataset.many = rows.length > 6 ? "very" : rows.length > 4 ? "some" : "few";
  for (const [dice, seat] of rows) {
    const row = make("li", "hand", sign(seat), named(shown.players[seat].name));
    row.append(make("span", "dice", ...dice.map((each) => die(each, each.counted ? "counted" : "idle"))));
    row.append(change(shown.verdict.lost[seat]));
    list.append(row);
  }
  return list;
}

function open(told, dice) { // the dice as they were read, and the picture in which they lie
  if (!told.picture || !dice) return dice;
  const picture = make("img", "reveal");
  picture.src = told.picture;
  picture.alt = told.picture_words;
  return make("div", "open", dice, picture);
}

function change(lost) {
  if (!lost) return make("span", "change");
  return make("span", lost > 0 ? "change lost" : "change won", lost > 0 ? `−${lost}` : `+${-lost}`);
}

function ranking(shown) {
  const list = make("ol", "ranking");
  list.dataset.many = shown.ranking.length > 6 ? "very" : shown.ranking.length > 5 ? "some" : "few";
  for (const each of shown.ranking) {
    const player = shown.players[each.seat];
    const item = make("li", each.place === 1 ? "place first" : "place", make("span", "number", `${each.place}.`));
    item.append(sign(each.seat), named(each.name), make("span", "note", player.out && !player.left ? "" : player.note));
    list.append(item);
  }
  return list;
}

function plate(player, told, shown) {
  const item = make("li", player.out ? "plate out" : player.on_turn ? "plate turn" : "plate");
  if (player.held) item.classList.add("dice-left");
  const time = !player.out && (told.times || [])[player.seat];
  const name = named(player.name, time ? CLOCK : 0);
  if (time) name.append(make("span", "time", time));
  if (player.on_turn) item.append(make("span", "hidden", `${told.on_turn}: `));
  item.append(sign(player.seat), name, make("span", "note", player.note));
  if (player.held + player.lost > 0 && !player.out) item.append(stock(player));
  if (player.cards) item.append(backs(player.cards));
  const open = shown && sceneOf(shown) !== "bidding" && shown.verdict ? shown.verdict.dice[player.seat] || [] : [];
  if (open.length) { // over a picture the plates show the dice of the reveal
    item.classList.add("revealed");
    item.append(make("span", "revealed-dice", ...open.map((each) => die(each, each.counted ? "counted" : "idle"))), change(shown.verdict.lost[player.seat]));
  }
  return item;
}

function backs(cards) {
  const row = make("span", "stock backs");
  row.setAttribute("aria-hidden", "true");
  for (let number = 0; number < Math.min(cards, 20); number++) row.append(make("i", "back"));
  return row;
}

function stock(player) {
  const dots = make("span", "stock");
  dots.setAttribute("aria-hidden", "true");
  const closed = player.held - player.shown.length;
  for (let number = 0; number < Math.min(closed, 20); number++) dots.append(make("i", "held"));
  for (const each of player.shown) dots.append(die(each, "open"));
  for (let number = 0; number < Math.min(player.lost, 20); number++) dots.append(make("i", "gone"));
  return dots;
}

draw({ language: document.documentElement.lang, shown: null, waiting: "", bids: at("bids-heading").textContent, players: at("players-heading").textContent });
follow({
  told: (all) => {
    draw(all);
    tell(at("notice"), all.notice);
  },
  lost: (why) => tell(at("notice"), why || document.body.dataset.lost),
});
