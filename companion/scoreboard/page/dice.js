// Dice and the players' signs, drawn as SVG; nothing is loaded for them.

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
const CORNERS = [0, 4, 3, 5, 6, 8]; // of a seat's sign; 0 is a disc; seats beyond have theirs hollow
const COLOURS = 8;

function drawn(kind, attributes, ...children) {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function polygon(corners, radius, inner = radius, middle = 50) {
  const points = [];
  const count = inner === radius ? corners : 2 * corners;
  for (let at = 0; at < count; at++) {
    const reach = at % 2 && inner !== radius ? inner : radius;
    const turn = (2 * Math.PI * at) / count - Math.PI / 2;
    points.push(`${(middle + reach * Math.cos(turn)).toFixed(2)},${(middle + reach * Math.sin(turn)).toFixed(2)}`);
  }
  return points.join(" ");
}

export function die(shown, kind = "") {
  const marks = shown.star
    ? [drawn("polygon", { class: "pip", points: polygon(5, 36, 15, 51) })]
    : PIPS[shown.face].map(([x, y]) => drawn("circle", { class: "pip", cx: x, cy: y, r: 9.5 }));
  return drawn(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", role: "img", "aria-label": shown.name },
    drawn("rect", { class: "side", x: 5, y: 5, width: 90, height: 90, rx: 20 }),
    drawn("rect", { class: "shine", x: 10, y: 9, width: 80, height: 40, rx: 16 }),
    ...marks,
  );
}

export function sign(seat) {
  const corners = CORNERS[seat % CORNERS.length];
  const shape = corners
    ? drawn("polygon", { points: polygon(corners, corners === 3 ? 46 : 44, undefined, corners === 3 ? 56 : 50) })
    : drawn("circle", { cx: 50, cy: 50, r: 38 });
  shape.setAttribute("class", seat < CORNERS.length ? "full" : "hollow");
  return drawn("svg", { class: `sign seat-${seat % COLOURS}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, shape);
}
