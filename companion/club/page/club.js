// Draws the evening that the server has worked out. Every message holds all of it.

import { at, make, say, tell } from "./parts.js";
import { ask, follow } from "./wire.js";

const CROWDS = [["few", 10], ["some", 13], ["many", 16], ["very", Infinity]]; // players at most, on a television

function draw(told) {
  if (!told.name) return; // the database has not answered yet
  document.documentElement.lang = told.language;
  document.title = told.name;
  document.body.dataset.crowd = CROWDS.find(([, most]) => told.standings.length <= most)[0];
  say(at("name"), told.name);
  say(at("title"), told.title);
  say(at("heading"), told.heading);
  say(at("standings-heading"), told.standings_heading);
  at("notes").replaceChildren(...told.notes.map((words) => make("li", "", words)), ...(organises ? told.strangers.map(stranger) : []));
  at("tables").replaceChildren(...(told.over ? [] : told.tables).map(table));
  at("columns").replaceChildren(column("#"), ...told.columns.map(column));
  record(told);
  at("rows").replaceChildren(...told.standings.map((each) => row(each, told.games > 0)));
}

function record(told) { // all rounds and the cross table, for paper
  const numbers = told.rounds.map((each, number) => column(String(number + 1)));
  at("record").hidden = !told.rounds.length;
  at("cross").tHead.replaceChildren(make("tr", "", column("#"), column(told.columns[0]), ...numbers, column(told.columns[1])));
  at("cross").tBodies[0].replaceChildren(...told.cross.map((each, number) => {
    const { place, name, shown } = told.standings[number];
    const cells = [["place", place], ["name", name], ...each.cells.map((words) => ["", words]), ["points", shown]];
    return make("tr", "", ...cells.map(([kind, words]) => make("td", kind, String(words))));
  }));
  at("rounds").replaceChildren(...told.rounds.map((each) => make(
    "section", "", make("h3", "", each.heading), each.bye ? make("p", "", each.bye) : null,
    make("ul", "", ...each.tables.map((one) => make("li", "", make("b", "", `${one.name}: `), rankedWords(one)))),
  )));
}

function rankedWords(one) {
  const groups = one.ranking || one.players.map((name) => [name]);
  return `${groups.map((group) => group.join(" = ")).join(", ")} – ${one.state}`;
}

function table(each) {
  const players = make("ul", "", ...each.players.map((name) => make("li", "", organises && !each.done ? player(name, each) : name)));
  const name = each.done ? "table done" : "table";
  const result = organises && !each.done ? press(document.body.dataset.result, () => rank(each)) : null;
  return make("li", name, make("h3", "", each.name), make("p", "state", each.state), players, result);
}

function column(words) {
  const head = make("th", "", words);
  head.scope = "col";
  return head;
}

function row(each, begun) {
  const values = [["place", each.place], ["name", each.name], ["points", each.shown], ["", each.wins], ["", each.opponents_shown], ["", each.games]];
  const cells = values.map(([name, value]) => make("td", name, String(value)));
  return make("tr", begun && each.place === 1 ? "first" : "", ...cells);
}

// --- the organiser: a touch on a name picks it, one on another swaps the two; "Result" takes them from the winner down

const organises = document.documentElement.classList.contains("organiser");
let newest = { name: "" };
let picked = "";
let ranked = null; // the table whose result is being entered, and the players named so far

function press(words, done, chosen = false) {
  const key = make("button", chosen ? "chosen" : "", words);
  key.type = "button";
  key.setAttribute("aria-pressed", String(chosen));
  key.addEventListener("click", done);
  return key;
}

function player(name, table) {
  const there = ranked && ranked.table.name === table.name;
  const place = there ? ranked.names.indexOf(name) + 1 : 0;
  return press(place ? `${place}. ${name}` : name, () => (there ? finish(name) : pick(name)), picked === name || place > 0);
}

function stranger(each) {
  const name = picked || each.guess;
  const words = document.body.dataset.countAs.replace("{name}", name);
  return make("li", "", `${each.name}: `, name ? press(words, () => change("rename", [each.name, name])) : null);
}

function pick(name) {
  if (picked && picked !== name) return change("swap", [picked, name]);
  picked = picked ? "" : name;
  show();
}

function rank(table) {
  ranked = ranked ? null : { table, names: [] };
  picked = "";
  show();
}

function finish(name) {
  const names = ranked.names.filter((each) => each !== name);
  ranked.names = names.length < ranked.names.length ? names : [...names, name];
  if (ranked.names.length === ranked.table.players.length) return change("result", ranked.names);
  show();
}

async function change(what, names) { // whether it was done
  picked = "";
  ranked = null;
  show();
  const refused = await ask("do", { do: what, names });
  tell(at("refused"), refused === undefined ? document.body.dataset.lost : refused);
  return refused === null;
}

function show() {
  say(at("hint"), ranked ? document.body.dataset.hintResult : document.body.dataset.hint);
  at("remove").disabled = !picked;
  draw(newest);
}

at("organise").hidden = !organises;
at("remove").addEventListener("click", () => change("remove", [picked]));
at("draw").addEventListener("click", () => change("draw", []));
at("undo").addEventListener("click", () => change("undo", []));
at("organise").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await change("add", [at("new-name").value])) at("new-name").value = "";
});

follow({
  told: (all) => {
    newest = all;
    draw(all);
    tell(at("notice"), all.notice || "");
  },
  lost: (why) => tell(at("notice"), why || document.body.dataset.lost),
});
