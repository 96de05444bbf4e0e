// What every page is made of: elements, and words that are read aloud only when they are new.

export const MOST_LETTERS = 20; // longer names are cut: else none could be read beside them

export const at = (id) => document.getElementById(id);

export function make(kind, name, ...children) {
  const element = document.createElement(kind);
  if (name) element.className = name;
  element.append(...children.filter((each) => each !== null));
  return element;
}

export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function tell(element, words) { // nothing to say: it is not there
  element.hidden = !words;
  say(element, words || "");
}
