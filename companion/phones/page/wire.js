// The line to the server: a stream of what the table shows, and questions that are answered once.

const SILENT_MS = 25000; // the server says something at least every 10 s
const AGAIN_MS = 3000;

export async function ask(path, fields) { // null where it was done, else why not
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    const text = await answer.text();
    try {
      return JSON.parse(text).refused;
    } catch {
      return answer.ok ? null : text;
    }
  } catch {
    return undefined; // nobody answered
  }
}

export function follow({ told, lost, shutOut }) {
  let line = null;
  let silence = 0;
  let waiting = 0;
  let ended = false;

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(again, SILENT_MS);
  }

  function connect() {
    line = new EventSource("events");
    line.addEventListener("beat", heard);
    line.addEventListener("message", (message) => {
      heard();
      const all = JSON.parse(message.data);
      if (all.me === null) end(all.message);
      else told(all);
    });
    line.addEventListener("error", async () => {
      if (ended) return;
      lost();
      if (line.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      const refused = await refusal();
      if (refused !== null) end(refused);
      else if (!ended) waiting = setTimeout(again, AGAIN_MS + Math.random() * AGAIN_MS);
    });
    heard();
  }

  function again() {
    clearTimeout(waiting);
    lost();
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
  document.addEventListener("visibilitychange", () => { // a phone that wakes up looks at once
    if (!document.hidden && !ended && line.readyState === EventSource.CLOSED) again();
  });
}

async function refusal() { // why this phone is not let in, in the table's words; null where it may be later
  const asking = new AbortController();
  try {
    const answer = await fetch("events", { signal: asking.signal });
    return answer.status === 403 ? await answer.text() : null;
  } catch {
    return null;
  } finally {
    asking.abort();
  }
}
