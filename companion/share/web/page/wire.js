// The line to the server: a stream of messages, each of which holds all, and questions that are answered once.

const SILENT_MS = 25000; // the server says something at least every 10 s
const AGAIN_MS = 3000;
const SHUT_OUT = 403;
const UNANSWERED_MS = 12000; // the server gives up after 8 s; a radio link that is gone says nothing for minutes

export async function ask(path, fields) { // null where it was done, else why not
  const asking = new AbortController();
  const patience = setTimeout(() => asking.abort(), UNANSWERED_MS);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
      signal: asking.signal,
    });
    const text = await answer.text();
    try {
      return JSON.parse(text).refused;
    } catch {
      return answer.ok ? null : text;
    }
  } catch {
    return undefined; // nobody answered
  } finally {
    clearTimeout(patience);
  }
}

// `lost` is told why the server refuses, "" where nobody answers; `shutOut` the same when it is for good.
// A page that was kept as files has its only message in itself.
export function follow({ told, lost, shutOut }) {
  const kept = document.getElementById("kept");
  if (kept) return told(JSON.parse(kept.textContent));
  let line = null;
  let silence = 0;
  let heardAt = 0;
  let waiting = 0;
  let why = "";
  let ended = false;

  function heard() {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(again, SILENT_MS);
  }

  function connect() {
    line = new EventSource("events");
    line.addEventListener("beat", heard);
    line.addEventListener("message", (message) => {
      heard();
      why = "";
      const all = JSON.parse(message.data);
      if (all.me === null) end(all.message);
      else told(all);
    });
    line.addEventListener("error", async () => {
      if (ended) return;
      lost(why);
      if (line.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      const refusal = await refused();
      if (ended) return;
      if (refusal.status === SHUT_OUT) return end(refusal.words);
      why = refusal.words;
      lost(why);
      waiting = setTimeout(again, AGAIN_MS + Math.random() * AGAIN_MS);
    });
    heard();
  }

  function again() {
    clearTimeout(waiting);
    lost(why);
    line.close();
    connect();
  }

  function end(words) {
    ended = true;
    clearTimeout(silence);
    clearTimeout(waiting);
    line.close();
    shutOut(words);
  }

  connect();
  document.addEventListener("visibilitychange", () => { // a phone that wakes up looks at once: its timers slept, too
    const deaf = line.readyState === EventSource.CLOSED || Date.now() - heardAt > SILENT_MS;
    if (!document.hidden && !ended && deaf) again();
  });
}

async function refused() { // what the server answers instead of the stream
  const asking = new AbortController();
  try {
    const answer = await fetch("events", { signal: asking.signal });
    return { status: answer.status, words: answer.ok ? "" : await answer.text() };
  } catch {
    return { status: 0, words: "" };
  } finally {
    asking.abort();
  }
}
