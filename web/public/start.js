// Begins what the application is going to need while its script is still on the way: who is signed in, and the code of the
// page that is opened. Then the application itself.
const at = new URL(location.href);
const hinted = ['restoreShow', 's'].some((name) => at.searchParams.has(name));

function keptShow() {
  try {
    return localStorage.getItem('reauthShowId');
  } catch {
    return null;
  }
}

const { pages: known = '[]', application } = document.currentScript?.dataset ?? {};

const isPhone = matchMedia('(width < 769px)').matches;

/** @type {[string, string[], { path: string, body?: unknown }[], string[]][]} each page that people open first: address, files, questions, files of wide windows */
const pages = JSON.parse(known);
const [, files = [], questions = [], wide = []] =
  pages.find(([address]) => new RegExp(address, 'i').test(at.pathname)) ?? [];
for (const href of isPhone ? files : [...files, ...wide]) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

window.askedAhead = [];

/** Whoever needs the answer takes it from there, and is told of a failure. */
function ask(path, init = {}, whenAnswered = (response) => response) {
  const answer = fetch(path, { ...init, credentials: 'include', cache: 'no-store' }).then(whenAnswered);
  answer.catch(() => undefined);
  window.askedAhead.push({ path, body: init.body ?? null, answer });
}

/** What the page is going to ask, in its words: what it asks in others nobody reads. */
async function askForPage(started) {
  const context = await started.json();
  // SE-01: without any one of these the start stops.
  const needed = ['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid', 'open'];
  if (needed.some((name) => !context[name])) return;
  const { user, csrfToken, shows, open } = context;
  const [, , , id, persona = ''] = at.pathname.split('/');
  const words = {
    show: open.showId,
    license: shows.find((show) => show.id === open.showId)?.license,
    count: isPhone ? 20 : 50,
    creators: open.config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER' ? [user.id] : [],
    id,
    persona: persona.toUpperCase(),
  };
  const filled = (path) => path.replace(/\{(\w+)\}/g, (_, name) => words[name]);
  const given = (_, value) => words[/^\{(\w+)\}$/.exec(value)?.[1]] ?? value;
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': csrfToken,
    'x-backlot-bookmark': started.headers.get('x-backlot-bookmark') ?? '',
  };
  for (const { path, body } of questions) {
    if (!body) ask(filled(path), { headers });
    // What narrows a list stands in its address.
    else if (at.search === '')
      ask(filled(path), { method: 'POST', headers, body: JSON.stringify(body, given) });
  }
}

// Where something hints at a show, the application itself knows what to ask; the page of an error asks nothing.
if (!hinted && !keptShow() && at.pathname !== '/error') {
  ask('/api/sessions/login-context?open=1', {}, async (response) => {
    // First, so that the application finds asked what it would ask itself.
    if (response.ok && questions.length > 0) await askForPage(response.clone()).catch(() => undefined);
    return response;
  });
}

let hasBegun = false;

function begin() {
  if (hasBegun || !application) return;
  hasBegun = true;
  const script = document.createElement('script');
  document.head.append(Object.assign(script, { type: 'module', src: application, crossOrigin: '' }));
}

// The frame of the page is seen before the application runs, even where both are here at the same time. Nothing is drawn of
// a page in the background.
if (document.hidden) addEventListener('DOMContentLoaded', begin);
new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
setTimeout(begin, 1000);
