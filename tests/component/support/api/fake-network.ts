import { ConnectionError } from './fake-api.ts';
import type { FakeApi } from './fake-api.ts';

type FrameWindow = Window & typeof globalThis;

/** Paths of the Worker. All other paths are files of the application. */
const workerPaths = /^\/(api|files|data|pages)\//;

function bodyOf(body: BodyInit | null | undefined): unknown {
  return typeof body === 'string' ? JSON.parse(body) : (body ?? null);
}

/** Routes the `fetch` calls of a frame to the fake API. */
function installFetch(window: FrameWindow, api: FakeApi): void {
  const network = window.fetch.bind(window);
  const fetch: typeof window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof window.Request ? input.url : input, window.location.href);
    if (!workerPaths.test(url.pathname)) return network(input, init);
    const method = (init.method ?? 'GET').toUpperCase();
    const headers = new Headers(init.headers);
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new window.DOMException('Aborted', 'AbortError')));
    });
    const answer = api.handle({ method, url, headers, body: bodyOf(init.body) }).catch((error: unknown) => {
      // `fetch` throws a TypeError of the application's own realm.
      throw error instanceof ConnectionError ? new window.TypeError('Failed to fetch') : error;
    });
    const response = await Promise.race([answer, aborted]);
    Object.defineProperty(response, 'url', { value: url.href });
    return response;
  };
  Object.assign(window, { fetch });
}

/** Replaces XMLHttpRequest with the part of it that an upload uses. */
function installUpload(window: FrameWindow, api: FakeApi): void {
  class FakeRequest extends window.EventTarget {
    readonly upload = new window.EventTarget();
    readonly #headers = new Headers();
    #method = 'GET';
    #url = '';
    #isAborted = false;
    status = 0;
    responseText = '';
    #responseHeaders = '';

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = new URL(url, window.location.href).href;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getAllResponseHeaders(): string {
      return this.#responseHeaders;
    }

    abort(): void {
      this.#isAborted = true;
    }

    send(body: FormData | null): void {
      void this.#send(body);
    }

    async #send(body: FormData | null): Promise<void> {
      const url = new URL(this.#url);
      try {
        // The fallback transport of the realtime channel. The fake channel supports WebSockets only.
        if (url.pathname.startsWith('/socket.io/')) throw new ConnectionError();
        const response = await api.handle({ method: this.#method, url, headers: this.#headers, body });
        this.status = response.status;
        this.responseText = await response.text();
        this.#responseHeaders = [...response.headers]
          .map(([name, value]) => `${name}: ${value}`)
          .join('\r\n');
        if (!this.#isAborted) this.dispatchEvent(new window.Event('load'));
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (!this.#isAborted) this.dispatchEvent(new window.Event('error'));
      }
    }
  }
  Object.assign(window, { XMLHttpRequest: FakeRequest });
}

/** Replaces the network of a frame with the fake API. */
export function installNetwork(window: FrameWindow, api: FakeApi): void {
  installFetch(window, api);
  installUpload(window, api);
}
