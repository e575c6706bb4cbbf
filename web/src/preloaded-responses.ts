interface PreloadedCall {
  /** Includes the query. */
  path: string;
  body: string | null;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Calls that `public/start.js` sent before the application had loaded. */
    preloadedResponses?: PreloadedCall[];
  }
}

/** Returns the response if the page already sent the same call while the script was loading. Each is returned once. */
export function takePreloadedResponse(input: RequestInfo | URL, init: RequestInit): Promise<Response> | null {
  const { preloadedResponses: all = [] } = window;
  if (all.length === 0) return null;
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  const at = all.findIndex(({ path, body }) => path === pathname + search && body === (init.body ?? null));
  return at < 0 ? null : (all.splice(at, 1)[0]?.answer ?? null);
}

/** After the first screen, every call is sent again. */
export function dropPreloadedResponses(): void {
  delete window.preloadedResponses;
}
