// True or lie? Who only watches guesses before the cups go up. The score stays on this phone.

import { make, say } from "./parts.js";

const KEPT = "cups-up-guesses";
let guessed = null;

function score() {
  try {
    const { right, all } = JSON.parse(localStorage.getItem(KEPT));
    return { right, all };
  } catch {
    return { right: 0, all: 0 };
  }
}

function keep(told) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(told));
  } catch { /* a browser that keeps nothing */ }
}

// bid: the one that stands, or was decided; held: whether it was true, null until the cups are up;
// words.counting: cups go up in turn, so nobody guesses any more
export function guess(place, bid, held, words) {
  const about = bid ? [bid.seat, bid.quantity, bid.die ? bid.die.face : 0].join() : "";
  if (guessed && guessed.about !== about) guessed = null; // a phone that slept, or whose round is void
  if (guessed && held !== null) {
    const before = score();
    keep({ right: before.right + (guessed.lie !== held ? 1 : 0), all: before.all + 1 });
    guessed = null;
  }
  const { right, all } = score();
  const open = bid && held === null && !words.counting;
  place.hidden = !open && !guessed && !all;
  if (place.hidden) return;
  if (!place.children.length) place.append(make("p", "question"), make("div", "answers", key(false), key(true)), make("p", "score"));
  const [question, answers, line] = place.children;
  question.hidden = answers.hidden = !open && !guessed;
  say(question, words.guess);
  [...answers.children].forEach((each, lie) => {
    say(each, lie ? words.guess_lie : words.guess_true);
    each.disabled = !open;
    each.onclick = () => {
      guessed = { about, lie: Boolean(lie) };
      guess(place, bid, null, words);
    };
    each.setAttribute("aria-pressed", String(guessed !== null && guessed.lie === Boolean(lie)));
  });
  say(line, all ? words.guess_score.replace("{right}", right).replace("{all}", all) : "");
}

function key(lie) {
  const made = make("button", lie ? "lie" : "true");
  made.type = "button";
  return made;
}
