// Draws what the table says, and asks it for what the player does. The table decides.

import { die, onlyOne, sayWithSign, sign } from "./dice.js";
import { guess } from "./guess.js";
import { MOST_LETTERS, at, make, say, tell } from "./parts.js";
import { signs } from "./signs.js";
import { ask, follow } from "./wire.js";

const SETTLE_MS = 400; // a thumb on its way when the keys change does nothing
const NARROW = 360;
const SHORT_NAMES = [4, 9]; // letters for which half the width has room, on a narrow phone and on others
const NUMBERS = 9; // quantities that are offered at once
const { lost: lostWords, unanswered } = document.body.dataset;

let shown = null;
let face = 0;
let place = 0;
let changedAt = 0;
let busy = false;

// --- the table ---------------------------------------------------------------------------------------------------

function draw(told) {
  if (shown && shown.language !== told.language) return location.reload(); // the words of the page itself, too
  const moved = !shown || shown.number !== told.number;
  const chosen = shown && JSON.stringify(shown.offers) === JSON.stringify(told.offers);
  shown = told;
  document.documentElement.lang = told.language;
  document.body.dataset.scene = "table";
  at("join").hidden = true;
  tell(at("notice"), "");
  const mine = told.turn === told.me;
  document.body.classList.toggle("mine", mine);
  const onTurn = told.players.map((each, seat) => (each.on_turn ? seat : -1)).filter((seat) => seat >= 0);
  sayWithSign(at("turn"), mine ? told.words.your_turn : told.message, onlyOne(onTurn));
  const player = told.players[told.me];
  at("me").style.setProperty("--letters", player ? Math.min(MOST_LETTERS, player.name.length) : 1);
  document.body.classList.toggle("shouted", Boolean(told.shout));
  at("me").replaceChildren(...(player ? [sign(told.me), make("span", "name", player.name)] : [told.title]));
  at("centre").replaceChildren(...centre(told));
  say(at("players-heading"), told.words.players);
  const room = SHORT_NAMES[innerWidth < NARROW ? 0 : 1];
  at("players").className = told.players.some((each) => each.name.length > room) ? "long" : "";
  at("players").replaceChildren(...told.players.map((each, seat) => plate(each, seat, told)));
  guess(at("guess"), player && player.out ? told.bid : null, told.held, told.words);
  if (moved) begin(told, chosen);
  drawPad();
}

function centre(told) {
  if (told.headline) {
    const losses = make("p", "losses");
    sayWithSign(losses, told.losses, told.loser === null ? -1 : told.loser);
    return [make("p", "headline", told.headline), losses, hands(told)];
  }
  if (!told.bid) return told.players.length ? [make("p", "no-bid", told.words.no_bid)] : [];
  const bid = told.bid;
  if (told.shout) return [shout(told.shout, bid)];
  const words = make("p", "bid-words", sign(bid.seat), make("span", "", `${bid.who}: ${bid.words}`));
  return [make("div", "bid", bidPicture(bid), words)];
}

function bidPicture(bid) {
  const picture = make("p", "bid-picture", make("span", "quantity", String(bid.quantity)));
  picture.setAttribute("aria-hidden", "true");
  if (bid.die) picture.append(make("span", "times", "×"), die(bid.die, "red"));
  return picture;
}

function shout(called, bid) { // the challenger's colour, the bid between both signs
  const cry = make("div", "shout", make("p", "word", called.word), make("div", "between", sign(called.seat), bidPicture(bid), sign(bid.seat)));
  cry.style.setProperty("--shouted", signs[called.seat % signs.length].colour);
  return cry;
}

function hands(told) {
  const list = make("ul", "hands");
  for (const { seat, dice, lost } of told.hands.filter((each) => each.dice.length)) {
    const row = make("li", "hand", sign(seat), make("span", "hidden", told.players[seat].name));
    row.append(make("span", "dice", ...dice.map((each) => die(each, each.counted ? "counted" : "idle"))));
    if (lost) row.append(make("span", lost > 0 ? "lost" : "won", lost > 0 ? `−${lost}` : `+${-lost}`));
    list.append(row);
  }
  return list;
}

function plate(player, seat, told) {
  const item = make("li", player.out ? "plate out" : player.on_turn ? "plate turn" : "plate", sign(seat));
  if (player.on_turn) item.prepend(make("span", "hidden", `${told.words.now}: `));
  item.append(make("span", "name", player.name), ...player.shown.map((each) => die(each)));
  const count = make("span", "count", player.out ? player.note : String(player.dice));
  if (!player.out) count.setAttribute("aria-hidden", "true");
  item.append(count, ...(player.out ? [] : [make("span", "hidden", player.note)]));
  return item;
}

// --- the pad -----------------------------------------------------------------------------------------------------

function begin(told, chosen) { // the next bid on the same face is offered first, else on the lowest without a star
  changedAt = performance.now();
  tell(at("refusal"), "");
  if (chosen) return; // the camera spoke, somebody peeked: the bid that was chosen stays
  const standing = told.bid && told.bid.die ? told.bid.die.face : 0;
  const same = told.offers.findIndex((each) => each.die && each.die.face === standing);
  const plain = told.offers.findIndex((each) => each.die && !each.die.star);
  face = Math.max(0, same < 0 ? plain : same);
  place = 0;
}

function drawPad() {
  const { me, offers, words } = shown;
  const mine = shown.turn === me && offers.length > 0;
  const challenges = shown.challengers.includes(me);
  const spotOn = shown.spot_on_callers.includes(me);
  at("bidding").hidden = !mine;
  at("challenge").hidden = !challenges;
  at("spot-on").hidden = !spotOn;
  at("calls").hidden = !challenges && !spotOn;
  at("pad").hidden = !(mine || challenges || spotOn);
  say(at("challenge"), shown.challenge);
  say(at("spot-on"), shown.spot_on);
  at("pad").setAttribute("aria-busy", String(busy));
  if (mine) drawBid(offers, words);
}

function drawBid(offers, words) {
  at("faces").setAttribute("aria-label", words.faces);
  at("faces").hidden = offers.length === 1 && !offers[0].die;
  const faces = at("faces").children;
  const signature = offers.map((each) => each.die && each.die.name).join();
  if (at("faces").dataset.of !== signature) {
    at("faces").dataset.of = signature;
    at("faces").replaceChildren(...offers.filter((each) => each.die).map(faceKey));
  }
  for (let number = 0; number < faces.length; number++) {
    faces[number].setAttribute("aria-pressed", String(number === face));
  }
  const { bids } = offers[face];
  at("numbers").setAttribute("aria-label", words.numbers);
  const first = place - (place % NUMBERS);
  const keys = bids.slice(first, first + NUMBERS).map((each, number) => numberKey(each, first + number));
  if (bids.length > NUMBERS) keys.push(furtherKey(first + NUMBERS < bids.length ? first + NUMBERS : 0, words));
  const chosenByKeys = at("numbers").contains(document.activeElement);
  at("numbers").replaceChildren(...keys);
  if (chosenByKeys) keys[place - first].focus();
  say(at("bid"), bids[place].words);
}

function numberKey(bid, number) {
  const key = make("button", "number", String(bid.quantity));
  key.type = "button";
  key.setAttribute("aria-pressed", String(number === place));
  key.addEventListener("click", () => pick(number));
  return key;
}

function furtherKey(number, words) { // the next quantities, and after the last ones the first again
  const key = make("button", "further", "…");
  key.type = "button";
  key.setAttribute("aria-label", words.further);
  key.addEventListener("click", () => pick(number));
  return key;
}

function pick(number) {
  place = number;
  drawPad();
}

function faceKey(offer, number) {
  const key = make("button", "face", die(offer.die));
  key.type = "button";
  key.addEventListener("click", () => choose(number));
  return key;
}

function choose(number) { // the quantity stays, where it can be bid on the new face
  const quantity = shown.offers[face].bids[place].quantity;
  face = number;
  const bids = shown.offers[face].bids;
  place = Math.max(0, bids.findIndex((each) => each.quantity >= quantity));
  if (bids[bids.length - 1].quantity < quantity) place = bids.length - 1;
  drawPad();
}

async function act(fields) {
  if (busy || performance.now() - changedAt < SETTLE_MS) return;
  busy = true;
  drawPad();
  const refused = await ask("ask", { ...fields, number: shown.number });
  busy = false;
  if (!shown) return; // the table took this phone away meanwhile
  drawPad();
  tell(at("refusal"), refused === undefined ? unanswered : refused);
}

at("bid").addEventListener("click", () => {
  const { die: chosen, bids } = shown.offers[face];
  act({ do: "bid", quantity: bids[place].quantity, face: chosen ? chosen.face : 0 });
});
at("challenge").addEventListener("click", () => act({ do: "challenge" }));
at("spot-on").addEventListener("click", () => act({ do: "spot-on" }));

// --- whose phone this is -----------------------------------------------------------------------------------------

function askForCode(words) {
  if (shown) tell(at("refusal"), ""); // else it says what is wrong with the code that was scanned
  shown = null;
  document.body.dataset.scene = "join";
  document.body.classList.remove("mine");
  at("join").hidden = false;
  tell(at("notice"), "");
  say(at("join-words"), words);
}

function watch() {
  follow({ told: draw, lost: (why) => tell(at("notice"), why || lostWords), shutOut: askForCode });
}

async function join(code) { // whether this phone is in now
  const refused = await ask("join", { code });
  tell(at("refusal"), refused === undefined ? unanswered : refused);
  if (refused === undefined) at("code").value = code; // for another try
  return refused === null;
}

at("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = at("code").value;
  at("code").value = ""; // a second tap sends nothing: a code is good once
  if (await join(code)) watch();
});

async function scanned() { // whether a code was in the address, and was good
  const code = location.hash.slice(1);
  if (!code) return false;
  history.replaceState(null, "", location.pathname); // a code is good once
  return join(code);
}

window.addEventListener("hashchange", async () => { // a refusal stays to be read
  if (await scanned()) location.reload();
});
await scanned();
watch();
