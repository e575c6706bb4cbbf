/** Service bindings of Pages: the API Worker always, the accounting sandbox only in local runs. */
interface Bindings {
  API: Fetcher;
  SANDBOX?: Fetcher;
}

interface Fetcher {
  fetch(request: Request): Promise<Response>;
}

interface PagesContext {
  request: Request;
  env: Bindings;
  next: () => Promise<Response>;
}

const apiPaths = /^\/(api|files|data|pages|socket\.io)(\/|$)/;
const sandboxPaths = /^\/sandbox(\/|$)/;

/** Gives the browser one origin: API paths go to the Worker by service binding, everything else is a static file. */
export async function onRequest({ request, env, next }: PagesContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (apiPaths.test(pathname)) return env.API.fetch(request);
  if (sandboxPaths.test(pathname) && env.SANDBOX) return env.SANDBOX.fetch(request);
  return next();
}
