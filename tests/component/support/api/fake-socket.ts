import type { ServerEvents } from '#domain/realtime/messages';
import { drawn } from '../clock.ts';
import { eventually } from '../eventually.ts';

/** What Engine.IO says when it opens. A test's clock may run for hours: the channel is never missed for want of a ping. */
const opening = {
  sid: 'sid',
  upgrades: [],
  pingInterval: 1_000_000_000,
  pingTimeout: 20_000,
  maxPayload: 1_000_000,
};

/**
 * The realtime channel of a frame, as far as a stock Socket.IO client sees it: it opens, says that nothing was missed, and is silent
 * until a test sends a message.
 */
export class FakeChannel {
  readonly #open = new Set<FakeSocket>();
  /** Whether a connection that opens is joined, as it should be. */
  joins = true;
  /** How often the application has opened a connection. */
  attempts = 0;
  #isBlocked = false;
  #window: Window | null = null;
  /** Events that the application has emitted, with their data. */
  readonly emitted: [event: string, data: unknown][] = [];

  /** Whether the application has connected: what is pushed before is lost. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Sends an event to the application, as the Worker would. */
  push<Name extends keyof ServerEvents>(event: Name, data: ServerEvents[Name]): void {
    for (const socket of this.#open) socket.receive(`42${JSON.stringify([event, data])}`);
  }

  /** Resolves when the application has connected, and its screens have begun to listen. */
  async whenOpen(): Promise<void> {
    await eventually(() => {
      if (!this.isOpen) throw new Error('The channel is not open');
    });
    if (this.#window) await drawn(this.#window);
  }

  /** Breaks the connection; the application opens another one. */
  drop(): void {
    for (const socket of this.#open) socket.close();
  }

  /** No connection can be had from now on. */
  block(): void {
    this.#isBlocked = true;
    this.drop();
  }

  /** Puts the channel in the place of the frame's WebSocket. */
  installIn(window: Window & typeof globalThis): void {
    // The connections of the document before went with it.
    this.#open.clear();
    this.#window = window;
    const channel = {
      isBlocked: () => this.#isBlocked,
      add: (socket: FakeSocket) => this.#open.add(socket),
      delete: (socket: FakeSocket) => this.#open.delete(socket),
      emit: (event: string, data: unknown) => this.emitted.push([event, data]),
      joins: () => this.joins,
    };
    const opened = () => (this.attempts += 1);
    class Socket extends FakeSocket {
      constructor() {
        super(channel);
        opened();
      }
    }
    Object.assign(window, { WebSocket: Socket });
  }
}

interface Channel {
  isBlocked: () => boolean;
  add: (socket: FakeSocket) => void;
  delete: (socket: FakeSocket) => void;
  emit: (event: string, data: unknown) => void;
  joins: () => boolean;
}

/** As much of a WebSocket as `engine.io-client` uses. */
class FakeSocket {
  binaryType = 'arraybuffer';
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
    setTimeout(() => {
      if (channel.isBlocked()) return this.close();
      this.readyState = 1;
      this.onopen?.();
      this.receive(`0${JSON.stringify(opening)}`);
    });
  }

  receive(data: string): void {
    this.onmessage?.({ data });
  }

  send(packet: string): void {
    if (packet.startsWith('40') && this.#channel.joins()) {
      this.#channel.add(this);
      setTimeout(() => this.receive('40{"sid":"socket"}'));
    }
    const [, acknowledgement = '', json = ''] = /^42(\d*)(\[.*)$/.exec(packet) ?? [];
    if (json === '') return;
    const [event, data] = JSON.parse(json) as [string, unknown];
    this.#channel.emit(event, data);
    // Of `told_within`: nothing was missed.
    if (acknowledgement !== '') setTimeout(() => this.receive(`43${acknowledgement}[false]`));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#channel.delete(this);
    setTimeout(() => this.onclose?.({ code: 1006, reason: '', wasClean: false }));
  }
}
