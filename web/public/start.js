// Begins what the application is going to need while its script is still on the way: who is signed in, and the code of the
// page that is opened.
const at = new URL(location.href);
const hinted = ['restoreShow', 's'].some((name) => at.searchParams.has(name));

function keptShow() {
  try {
    return localStorage.getItem('reauthShowId');
  } catch {
    return null;
  }
}

// Where something hints at a show, the application itself knows what to ask; the page of an error asks nothing.
if (!hinted && !keptShow() && at.pathname !== '/error') {
  const path = '/api/sessions/login-context?open=1';
  const answer = fetch(path, { credentials: 'include', cache: 'no-store' });
  // Whoever waits for it is told.
  answer.catch(() => undefined);
  window.askedAhead = { path, answer };
}

/** @type {[string, string[]][]} the files of each page that people open first, by its address */
const pages = JSON.parse(document.currentScript?.dataset.pages ?? '[]');
const [, files = []] = pages.find(([address]) => new RegExp(address, 'i').test(at.pathname)) ?? [];
for (const href of files) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
