// Draws the evening that the server has worked out. Every message holds all of it.

import { at, make, say, tell } from "./parts.js";
import { follow } from "./wire.js";

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
  at("notes").replaceChildren(...told.notes.map((words) => make("li", "", words)));
  at("tables").replaceChildren(...(told.over ? [] : told.tables).map(table));
  at("columns").replaceChildren(column("#"), ...told.columns.map(column));
  at("rows").replaceChildren(...told.standings.map((each) => row(each, told.games > 0)));
}

function table(each) {
  const players = make("ul", "", ...each.players.map((name) => make("li", "", name)));
  const name = each.done ? "table done" : "table";
  return make("li", name, make("h3", "", each.name), make("p", "state", each.state), players);
}

function column(words) {
  const head = make("th", "", words);
  head.scope = "col";
  return head;
}

function row(each, begun) {
  const values = [["place", each.place], ["name", each.name], ["points", each.shown], ["", each.wins], ["", each.games]];
  const cells = values.map(([name, value]) => make("td", name, String(value)));
  return make("tr", begun && each.place === 1 ? "first" : "", ...cells);
}

follow({
  told: (all) => {
    draw(all);
    tell(at("notice"), all.notice || "");
  },
  lost: (why) => tell(at("notice"), why || document.body.dataset.lost),
});
