// Draws the evening that the server has worked out, and keeps the line to it. Every message holds all of it.

const SILENT_MS = 25000; // the server says something at least every 10 s
const AGAIN_MS = 4000;
const MANY = 10;
const at = (id) => document.getElementById(id);

function make(kind, name, words, ...children) {
  const element = document.createElement(kind);
  if (name) element.className = name;
  element.append(...(words === null ? [] : [words]), ...children);
  return element;
}

function say(element, words) { // only what is new is read aloud
  if (element.textContent !== words) element.textContent = words;
}

function draw(told) {
  if (!told.name) return; // the database has not answered yet
  document.documentElement.lang = told.language;
  document.title = told.name;
  document.body.toggleAttribute("data-many", told.standings.length > MANY);
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
  const players = make("ul", "", null, ...each.players.map((name) => make("li", "", name)));
  const name = each.done ? "table done" : "table";
  return make("li", name, null, make("h3", "", each.name), make("p", "state", each.state), players);
}

function column(words) {
  const head = make("th", "", words);
  head.scope = "col";
  return head;
}

function row(each, begun) {
  const values = [["place", each.place], ["name", each.name], ["points", each.shown], ["", each.wins], ["", each.games]];
  const cells = values.map(([name, value]) => make("td", name, String(value)));
  return make("tr", begun && each.place === 1 ? "first" : "", null, ...cells);
}

// --- the line ----------------------------------------------------------------------------------------------------

let line = null;
let silence = 0;

function notice(words) {
  at("notice").hidden = !words;
  say(at("notice"), words);
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
    draw(JSON.parse(message.data));
    notice("");
  });
  line.addEventListener("error", () => {
    notice(document.body.dataset.lost);
    if (line.readyState === EventSource.CLOSED) setTimeout(again, AGAIN_MS + Math.random() * AGAIN_MS);
  });
  heard();
}

function again() {
  notice(document.body.dataset.lost);
  line.close();
  connect();
}

connect();
