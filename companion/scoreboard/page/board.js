// Draws what the server has worked out, and keeps the line to it. Every message holds the whole board.

import { die, sign } from "./dice.js";

const SILENT_MS = 25000; // the server says something at least every 10 s
const AGAIN_MS = 4000;
const MOST_BIDS = 8;
const at = (id) => document.getElementById(id);

function make(kind, name, ...children) {
  const element = document.createElement(kind);
  if (name) element.className = name;
  element.append(...children.filter((each) => each !== null));
  return element;
}

function say(element, words) { // only what is new is read aloud
  if (element.textContent !== words) element.textContent = words;
}

// --- the board ---------------------------------------------------------------------------------------------------

function draw(told) {
  const shown = told.shown;
  document.documentElement.lang = told.language;
  say(at("title"), shown ? shown.title : "");
  say(at("turn"), shown ? shown.turn : told.waiting);
  say(at("bids-heading"), told.bids);
  say(at("players-heading"), told.players);
  document.body.dataset.scene = sceneOf(shown);
  at("centre").replaceChildren(...centre(told, shown));
  const bids = shown && !shown.revealed ? shown.bids.slice(-MOST_BIDS) : [];
  at("round").hidden = bids.length < 1;
  at("bids").replaceChildren(...bids.map(bidChip));
  const players = shown ? shown.players : [];
  at("seats").hidden = players.length < 1;
  at("players").dataset.many = players.length > 7 ? "very" : players.length > 5 ? "some" : "few";
  at("players").replaceChildren(...players.map((each) => plate(each, told, shown)));
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
  if (scene === "revealed") return [verdictWords(shown.verdict), hands(shown)].filter(Boolean);
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
  if (verdict.losses) words.append(make("p", "losses", verdict.losses));
  return words;
}

function hands(shown) {
  const rows = shown.verdict.dice.map((dice, seat) => [dice, seat]).filter(([dice]) => dice.length);
  if (!rows.length) return null;
  const list = make("ul", "hands");
  list.dataset.many = rows.length > 6 ? "very" : rows.length > 4 ? "some" : "few";
  for (const [dice, seat] of rows) {
    const row = make("li", "hand", sign(seat), make("span", "name", shown.players[seat].name));
    row.append(make("span", "dice", ...dice.map((each) => die(each, each.counted ? "counted" : "idle"))));
    row.append(change(shown.verdict.lost[seat]));
    list.append(row);
  }
  return list;
}

function change(lost) {
  if (!lost) return make("span", "change");
  return make("span", lost > 0 ? "change lost" : "change won", lost > 0 ? `−${lost}` : `+${-lost}`);
}

function ranking(shown) {
  const list = make("ol", "ranking");
  list.dataset.many = shown.ranking.length > 5 ? "some" : "few";
  for (const each of shown.ranking) {
    const player = shown.players[each.seat];
    const item = make("li", each.place === 1 ? "place first" : "place", make("span", "number", `${each.place}.`));
    item.append(sign(each.seat), make("span", "name", each.name), make("span", "note", player.out ? "" : player.note));
    list.append(item);
  }
  return list;
}

function plate(player, told, shown) {
  const item = make("li", player.out ? "plate out" : player.on_turn ? "plate turn" : "plate");
  if (player.held) item.classList.add("dice-left");
  const name = make("span", "name", player.name);
  if (player.on_turn) item.append(make("span", "hidden", `${told.on_turn}: `));
  item.append(sign(player.seat), name, make("span", "note", player.note));
  if (player.held + player.lost > 0 && !player.out) item.append(stock(player));
  return item;
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

// --- the line ----------------------------------------------------------------------------------------------------

let line = null;
let silence = 0;
let lostWords = document.body.dataset.lost;

function notice(words) {
  at("notice").hidden = !words;
  say(at("notice"), words || "");
}

function heard() {
  clearTimeout(silence);
  silence = setTimeout(again, SILENT_MS);
}

function connect() {
  line = new EventSource("events");
  line.addEventListener("beat", heard);
  line.addEventListener("message", (message) => {
    heard();
    const told = JSON.parse(message.data);
    draw(told);
    notice(told.notice);
  });
  line.addEventListener("error", async () => {
    notice(lostWords);
    if (line.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    notice((await reason()) || lostWords);
    setTimeout(again, AGAIN_MS + Math.random() * AGAIN_MS);
  });
  heard();
}

function again() {
  notice(at("notice").textContent || lostWords);
  line.close();
  connect();
}

async function reason() { // why the server refuses, in its own words
  const asking = new AbortController();
  try {
    const answer = await fetch("events", { signal: asking.signal });
    return answer.ok ? null : await answer.text();
  } catch {
    return null;
  } finally {
    asking.abort();
  }
}

draw({ language: document.documentElement.lang, shown: null, waiting: "", bids: at("bids-heading").textContent, players: at("players-heading").textContent });
connect();
