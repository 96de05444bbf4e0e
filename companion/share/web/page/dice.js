// Dice and the players' signs, drawn as SVG; no picture is loaded for them.

import { ink, signs } from "./signs.js";

const SVG = "http://www.w3.org/2000/svg";
const LOW = 26, MIDDLE = 50, HIGH = 74;
const PIPS = {
  1: [[MIDDLE, MIDDLE]],
  2: [[LOW, HIGH], [HIGH, LOW]],
  3: [[LOW, HIGH], [MIDDLE, MIDDLE], [HIGH, LOW]],
  4: [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]],
  5: [[LOW, LOW], [HIGH, LOW], [MIDDLE, MIDDLE], [LOW, HIGH], [HIGH, HIGH]],
  6: [[LOW, LOW], [HIGH, LOW], [LOW, MIDDLE], [HIGH, MIDDLE], [LOW, HIGH], [HIGH, HIGH]],
};

function drawn(kind, attributes, ...children) {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function star(radius, inner, middle) {
  const points = [];
  for (let at = 0; at < 10; at++) {
    const reach = at % 2 ? inner : radius;
    const turn = (Math.PI * at) / 5 - Math.PI / 2;
    points.push(`${(middle + reach * Math.cos(turn)).toFixed(2)},${(middle + reach * Math.sin(turn)).toFixed(2)}`);
  }
  return points.join(" ");
}

export function die(shown, kind = "") {
  const marks = shown.star
    ? [drawn("polygon", { class: "pip", points: star(36, 15, 51) })]
    : PIPS[shown.face].map(([x, y]) => drawn("circle", { class: "pip", cx: x, cy: y, r: 9.5 }));
  return drawn(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", role: "img", "aria-label": shown.name },
    drawn("rect", { class: "side", x: 5, y: 5, width: 90, height: 90, rx: 20 }),
    drawn("rect", { class: "shine", x: 10, y: 9, width: 80, height: 40, rx: 16 }),
    ...marks,
  );
}

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

export function card(shown) {
  const red = shown.suit === "H" || shown.suit === "D";
  const face = document.createElement("span");
  face.className = red ? "card red" : "card";
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", shown.name);
  for (const mark of [shown.rank, SUITS[shown.suit]]) face.append(Object.assign(document.createElement("span"), { textContent: mark }));
  return face;
}

export function sign(seat) { // as on the table's own screen: the sign in ink on a disc of the seat's colour
  const { colour, solid, holes } = signs[seat % signs.length];
  const filled = (fill) => (points) => drawn("polygon", { points, fill });
  return drawn(
    "svg",
    { class: "sign", "data-seat": seat, viewBox: "0 0 100 100", "aria-hidden": "true" },
    drawn("circle", { cx: 50, cy: 50, r: 49, fill: ink }),
    drawn("circle", { cx: 50, cy: 50, r: 46, fill: colour }),
    drawn("g", { transform: "translate(13 13) scale(.74)" }, ...solid.map(filled(ink)), ...holes.map(filled(colour))),
  );
}

export function sayWithSign(element, words, seat) { // only words that are new are read aloud
  if (element.textContent !== words) element.textContent = words;
  const before = element.querySelector(".sign");
  if (before) before.remove();
  if (seat >= 0 && words) element.prepend(sign(seat));
}

export function onlyOne(seats) { // the one seat there is, else none
  return seats.length === 1 ? seats[0] : -1;
}
