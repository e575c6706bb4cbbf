import { createTestHarness } from 'wrangler';
import type { RealtimeMessage } from '#domain/realtime/messages';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** Timeout for the answer to a ping: a slow machine is not a lost client. Milliseconds. */
export const timeoutMs = 20_000;

/**
 * Runs the test Worker in real workerd with real sockets from Node. Call `stop` when done. `brisk` drops a client 200
 * ms after a ping, as the conformance suites expect; `lively` has the product's heartbeat every second.
 */
export async function serve(
  application: 'echo' | 'backlot',
  pace: 'patient' | 'brisk' | 'lively' = 'patient',
  /** Objects in the pool. */
  shards = 2,
) {
  const vars = {
    APPLICATION: application,
    REALTIME_SHARDS: String(shards),
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
    /** Stores a PDF task of this requester. */
    store: (requester: string, update: PdfStatusUpdate) => instruct({ requester, update }),
    /** Number of task reads of the object so far. */
    taskReads: async () => Number(await (await instruct('task reads')).text()),
    /** Publishes messages, as the Worker does after a commit. */
    tell: (...messages: RealtimeMessage[]) => instruct({ messages }),
    /** Signs out, as the Worker does with this cookie. */
    signOut: (token: string) => instruct({ signOut: token }),
    /** Lets the session of this cookie expire without a notification. */
    expire: (token: string) => instruct({ expire: token }),
    /** Lets the user leave the show without a notification. */
    leave: (leaver: string, showId: string) => instruct({ leaver, showId }),
    /** Closes sockets, as the Worker does when a user is deactivated or removed from a show. */
    closeSockets: (close: { userId: string; showId?: string }) => instruct({ close }),
    /** Evicts an object from memory while its WebSockets stay open. */
    hibernate: (name: string, binding: 'REALTIME' | 'RAW' | 'ECHO') =>
      harness.getWorker().evictDurableObject(binding, { name, webSockets: 'hibernate' }),
    listObjects: (binding: 'REALTIME') => harness.getWorker().listDurableObjectIds(binding),
    stop: () => harness.close(),
  };
}

export type Served = Awaited<ReturnType<typeof serve>>;

/** A WebSocket without a client library: frames in order, and the close event. */
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

  /** Returns the next frame, including pings. */
  next(): Promise<string | ArrayBuffer> {
    const frame = this.#frames.shift();
    if (frame !== undefined) return Promise.resolve(frame);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Returns the next frame that is not a ping; answers pings as a client does. */
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

/** Returns the URL of a transport on a path such as `/engine.io/`. */
export function transportUrl(base: URL, path: string, transport: string, sid?: string): URL {
  const url = new URL(path, base);
  url.searchParams.set('EIO', '4');
  url.searchParams.set('transport', transport);
  if (sid !== undefined) url.searchParams.set('sid', sid);
  return url;
}

/** The server's open packet. */
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
