import { createTestHarness } from 'wrangler';
import type { LiveMessage, PdfStatusUpdate } from '#domain/realtime/messages';

/** An echo that waits this long for the answer to a ping: a slow machine is no lost client. Milliseconds. */
export const timeoutMs = 20_000;

/**
 * The test Worker in real workerd, reached over real sockets from Node. Call `stop` when done. `brisk` drops a client
 * 200 ms after a ping, as the conformance suites expect; `lively` has a heartbeat of the product every second.
 */
export async function serve(
  application: 'echo' | 'backlot',
  pace: 'patient' | 'brisk' | 'lively' = 'patient',
) {
  const vars = {
    APPLICATION: application,
    ...(pace !== 'brisk' && { PING_TIMEOUT: String(timeoutMs) }),
    ...(pace === 'lively' && { PING_INTERVAL: '1000' }),
  };
  const harness = createTestHarness({
    workers: [{ configPath: 'tests/support/socket-echo/wrangler.toml', vars }],
  });
  const { url } = await harness.listen();
  const instruct = async (body: unknown): Promise<Response> => {
    const response = await fetch(new URL('/instruction', url), {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`instruction refused: ${response.status}`);
    return response;
  };
  return {
    url,
    /** Writes a PDF task to the store, as of this requester. */
    store: (requester: string, update: PdfStatusUpdate) => instruct({ requester, update }),
    /** How often the object has read tasks so far. */
    taskReads: async () => Number(await (await instruct('task reads')).text()),
    /** What the Worker does after a commit: `live.tell`. */
    tell: (...messages: LiveMessage[]) => instruct({ messages }),
    /** What the Worker does at a sign-out with this cookie. */
    signOut: (token: string) => instruct({ signOut: token }),
    /** The session of this cookie runs out, and nobody says so. */
    expire: (token: string) => instruct({ expire: token }),
    /** The user leaves the show, and nobody says so. */
    leave: (leaver: string, showId: string) => instruct({ leaver, showId }),
    /** What the Worker does when a user is deactivated, or taken out of a show. */
    closeSockets: (close: { userId: string; showId?: string }) => instruct({ close }),
    /** Takes an object out of memory while its WebSockets stay open. */
    hibernate: (name: string, binding: 'REALTIME' | 'RAW' | 'ECHO') =>
      harness.getWorker().evictDurableObject(binding, { name, webSockets: 'hibernate' }),
    listObjects: (binding: 'REALTIME') => harness.getWorker().listDurableObjectIds(binding),
    stop: () => harness.close(),
  };
}

export type Served = Awaited<ReturnType<typeof serve>>;

/** A WebSocket without any client library: frames in order, and when it closed. */
export class RawSocket {
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #frames: (string | ArrayBuffer)[] = [];
  #waiting: ((frame: string | ArrayBuffer) => void) | null = null;

  constructor(url: URL) {
    this.#socket = new WebSocket(url.href.replace('http', 'ws'));
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('message', ({ data }) => this.#arrive(data as string | ArrayBuffer));
    this.closed = new Promise((resolve) => {
      this.#socket.addEventListener('close', () => resolve());
    });
  }

  get opened(): Promise<void> {
    if (this.#socket.readyState === WebSocket.OPEN) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.addEventListener('open', () => resolve());
    });
  }

  send(frame: string | Uint8Array): void {
    this.#socket.send(frame);
  }

  close(): void {
    this.#socket.close();
  }

  /** The next frame, pings included. */
  next(): Promise<string | ArrayBuffer> {
    const frame = this.#frames.shift();
    if (frame !== undefined) return Promise.resolve(frame);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** The next frame that is no ping; pings are answered, as a client does. */
  async nextContent(): Promise<string | ArrayBuffer> {
    const frame = await this.next();
    if (frame !== '2') return frame;
    this.send('3');
    return this.nextContent();
  }

  #arrive(frame: string | ArrayBuffer): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) this.#frames.push(frame);
    else waiting(frame);
  }
}

/** The address of a transport on a path such as `/engine.io/`. */
export function transportUrl(base: URL, path: string, transport: string, sid?: string): URL {
  const url = new URL(path, base);
  url.searchParams.set('EIO', '4');
  url.searchParams.set('transport', transport);
  if (sid !== undefined) url.searchParams.set('sid', sid);
  return url;
}

/** What the server says when it opens a session. */
export interface Handshake {
  sid: string;
  upgrades: string[];
  pingInterval: number;
  pingTimeout: number;
  maxPayload: number;
}

export function handshakeIn(frame: string | ArrayBuffer): Handshake {
  if (typeof frame !== 'string' || !frame.startsWith('0')) throw new Error('no handshake');
  return JSON.parse(frame.slice(1)) as Handshake;
}
