// Runs while the application's script is still loading: preloads the login context and the code and data of the opened
// page, then starts the application.
const at = new URL(location.href);
const hasHint = ['restoreShow', 's'].some((name) => at.searchParams.has(name));

function storedShow() {
  try {
    return localStorage.getItem('reauthShowId');
  } catch {
    return null;
  }
}

const { pages: pageList = '[]', application } = document.currentScript?.dataset ?? {};

const isPhone = matchMedia('(width < 769px)').matches;

/**
 * @type {[string, string[], { path: string, body?: unknown }[], string[]][]} per page: address pattern, files,
 * requests, files of wide windows
 */
const pages = JSON.parse(pageList);
const [, files = [], requests = [], wide = []] =
  pages.find(([address]) => new RegExp(address, 'i').test(at.pathname)) ?? [];

window.preloadedResponses = [];

/** Starts a request. The application takes the response from `window.preloadedResponses` and handles its failure. */
function request(path, init = {}, whenAnswered = (response) => response) {
  const answer = fetch(path, { ...init, credentials: 'include', cache: 'no-store' }).then(whenAnswered);
  answer.catch(() => undefined);
  window.preloadedResponses.push({ path, body: init.body ?? null, answer });
}

/** Sends the requests of the page. The application ignores a response whose request differs from its own. */
async function requestPageData(login) {
  const context = await login.json();
  // Startup stops if one of these is missing (SE-01).
  const required = ['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid', 'open'];
  if (required.some((name) => !context[name])) return;
  const { user, csrfToken, shows, open } = context;
  // Guarantors see issued cost reports in place of every page (BUD-88).
  if (open.config.isGuarantor) return;
  const [, , , id, persona = ''] = at.pathname.split('/');
  const values = {
    show: open.showId,
    license: shows.find((show) => show.id === open.showId)?.license,
    count: isPhone ? 20 : 50,
    creators: open.config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER' ? [user.id] : [],
    id,
    persona: persona.toUpperCase(),
  };
  const fill = (path) => path.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const replacer = (_, value) => values[/^\{(\w+)\}$/.exec(value)?.[1]] ?? value;
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': csrfToken,
    'x-backlot-bookmark': login.headers.get('x-backlot-bookmark') ?? '',
  };
  for (const { path, body } of requests) {
    if (!body) request(fill(path), { headers });
    // Filters of a list are in the address, which only the application can read.
    else if (at.search === '')
      request(fill(path), { method: 'POST', headers, body: JSON.stringify(body, replacer) });
  }
}

// If there is a show hint, only the application knows which show to open. The error page sends no request.
if (!hasHint && !storedShow() && at.pathname !== '/error') {
  request('/api/sessions/login-context?open=1', {}, async (response) => {
    // Before the login context resolves, so that the application finds these requests in the list.
    if (response.ok && requests.length > 0) await requestPageData(response.clone()).catch(() => undefined);
    return response;
  });
}

// After the request above: a browser has few connections to one server, and the session decides what else is requested.
for (const href of isPhone ? files : [...files, ...wide]) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

let hasStarted = false;

function start() {
  if (hasStarted || !application) return;
  hasStarted = true;
  const script = document.createElement('script');
  document.head.append(Object.assign(script, { type: 'module', src: application, crossOrigin: '' }));
}

// The browser paints the page's frame before the application runs, even if the script is already here. A page in the
// background is never painted.
if (document.hidden) addEventListener('DOMContentLoaded', start);
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
setTimeout(start, 1000);
