interface Asked {
  /** With the query. */
  path: string;
  body: string | null;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** What `public/start.js` has asked before the application was here. */
    askedAhead?: Asked[];
  }
}

/** The answer of the same call, if the page asked it while the script was on the way; to be had once. */
export function askedAhead(input: RequestInfo | URL, init: RequestInit): Promise<Response> | null {
  const { askedAhead: all = [] } = window;
  if (all.length === 0) return null;
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  const at = all.findIndex(({ path, body }) => path === pathname + search && body === (init.body ?? null));
  return at < 0 ? null : (all.splice(at, 1)[0]?.answer ?? null);
}

/** What is asked after the first screen is asked anew. */
export function dropPreloadedResponses(): void {
  delete window.askedAhead;
}
