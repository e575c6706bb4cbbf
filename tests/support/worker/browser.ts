import { fetchWorker, origin } from './fixtures/studio.ts';

let addresses = 0;

export interface Visited {
  status: number;
  headers: Headers;
  /** The redirect target, or ''. */
  location: string;
  html: string;
}

interface Options {
  userAgent?: string;
  /** Another Worker than that of the product. */
  send?: (request: Request) => Promise<Response>;
}

/** A browser without scripts: stores cookies, sends forms, and follows no redirects. */
export function openBrowser({ userAgent = '', send = fetchWorker }: Options = {}) {
  const cookies = new Map<string, string>();
  addresses += 1;
  const address = `10.1.0.${addresses}`;
  async function visit(path: string, init: RequestInit = {}): Promise<Visited> {
    const headers = new Headers(init.headers);
    headers.set('cf-connecting-ip', address);
    if (userAgent) headers.set('user-agent', userAgent);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await send(new Request(origin + path, { ...init, headers, redirect: 'manual' }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? '',
      html: await response.text(),
    };
  }
  return {
    cookies,
    address,
    visit,
    get: (path: string) => visit(path),
    submit: (path: string, form: Record<string, string>) =>
      visit(path, { method: 'POST', body: new URLSearchParams(form), headers: { origin } }),
    /** Returns the user of the session; null without one. */
    async person(): Promise<string | null> {
      const { status, html } = await visit('/api/sessions/login-context');
      return status === 200 ? (JSON.parse(html) as { user: { id: string } }).user.id : null;
    },
    /** Calls the API with the CSRF token. */
    async call<Body>(method: string, path: string): Promise<Body> {
      const context = await visit('/api/sessions/login-context');
      const { csrfToken } = JSON.parse(context.html) as { csrfToken: string };
      const { html } = await visit(path, { method, headers: { 'x-csrf-token': csrfToken } });
      return JSON.parse(html) as Body;
    },
  };
}
export type Browser = ReturnType<typeof openBrowser>;
