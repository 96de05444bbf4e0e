// Draws what the table says, and asks it for what the player does. The table decides.

import { die, onlyOne, sayWithSign, sign } from "./dice.js";
import { at, make, say, tell } from "./parts.js";
import { ask, follow } from "./wire.js";

const SETTLE_MS = 400; // a thumb on its way when the keys change does nothing
const SHORT_NAME = 9; // letters for which half the width has room
const MOST_IN_A_COLUMN = 5;
const lostWords = document.body.dataset.lost;

let shown = null;
let face = 0;
let place = 0;
let changedAt = 0;
let busy = false;

// --- the table ---------------------------------------------------------------------------------------------------

function draw(told) {
  const moved = !shown || shown.number !== told.number;
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
  at("me").replaceChildren(...(player ? [sign(told.me), make("span", "name", player.name)] : [told.title]));
  at("centre").replaceChildren(...centre(told));
  say(at("players-heading"), told.words.players);
  const long = told.players.some((each) => each.name.length > SHORT_NAME);
  at("players").className = long && told.players.length <= MOST_IN_A_COLUMN ? "long" : "";
  at("players").replaceChildren(...told.players.map((each, seat) => plate(each, seat, told)));
  if (moved) begin(told);
  drawPad();
}

function centre(told) {
  if (told.headline) {
    const losses = make("p", "losses");
    sayWithSign(losses, told.losses, told.loser === null ? -1 : told.loser);
    return [make("p", "headline", told.headline), losses];
  }
  if (!told.bid) return told.players.length ? [make("p", "no-bid", told.words.no_bid)] : [];
  const bid = told.bid;
  const picture = make("p", "bid-picture", make("span", "quantity", String(bid.quantity)));
  picture.setAttribute("aria-hidden", "true");
  if (bid.die) picture.append(make("span", "times", "×"), die(bid.die, "red"));
  const words = make("p", "bid-words", sign(bid.seat), make("span", "", `${bid.who}: ${bid.words}`));
  return [make("div", "bid", picture, words)];
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

function begin(told) { // the next bid on the same face is offered first, else on the lowest without a star
  changedAt = performance.now();
  tell(at("refusal"), "");
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
  const { die: chosen, bids } = offers[face];
  const bid = bids[place];
  const picture = make("span", "hidden", bid.words);
  const parts = [picture, make("span", "", String(bid.quantity))];
  if (chosen) parts.push(make("span", "times", "×"), die(chosen, "red"));
  for (const each of parts.slice(1)) each.setAttribute("aria-hidden", "true");
  at("chosen").replaceChildren(...parts);
  at("fewer").disabled = place === 0;
  at("more").disabled = place === bids.length - 1;
  at("fewer").setAttribute("aria-label", words.fewer);
  at("more").setAttribute("aria-label", words.more);
  say(at("bid"), bid.words);
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

function step(by) {
  const last = shown.offers[face].bids.length - 1;
  place = Math.min(last, Math.max(0, place + by));
  drawPad();
}

async function act(fields) {
  if (busy || performance.now() - changedAt < SETTLE_MS) return;
  busy = true;
  drawPad();
  const refused = await ask("ask", { ...fields, number: shown.number });
  busy = false;
  drawPad();
  tell(at("refusal"), refused === undefined ? lostWords : refused);
}

at("fewer").addEventListener("click", () => step(-1));
at("more").addEventListener("click", () => step(1));
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
  tell(at("refusal"), refused === undefined ? lostWords : refused);
  return refused === null;
}

at("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await join(at("code").value)) watch();
  at("code").value = "";
});

async function scanned() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname); // a code is good once
  await join(code);
}

window.addEventListener("hashchange", async () => {
  await scanned();
  location.reload();
});
await scanned();
watch();
