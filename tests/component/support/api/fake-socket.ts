import type { ServerEvents } from '#domain/realtime/messages';
import { waitForFrames } from '../clock.ts';
import { eventually } from '../eventually.ts';

/** Engine.IO's handshake. A fake clock may run for hours, so the ping interval is too long to ever time out. */
const handshake = {
  sid: 'sid',
  upgrades: [],
  pingInterval: 1_000_000_000,
  pingTimeout: 20_000,
  maxPayload: 1_000_000,
};

/**
 * The server side of a frame's realtime channel for a stock Socket.IO client. It opens, reports no missed messages, and
 * sends nothing until a test pushes an event.
 */
export class FakeChannel {
  readonly #open = new Set<FakeSocket>();
  /** Whether the server acknowledges a connection that opens. */
  joins = true;
  /** The number of connections that the application has opened. */
  attempts = 0;
  #isBlocked = false;
  #window: Window | null = null;
  /** The events that the application has emitted, with their data. */
  readonly emitted: [event: string, data: unknown][] = [];

  /** Whether the application has connected. Events pushed before that are lost. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Sends an event to the application. */
  push<Name extends keyof ServerEvents>(event: Name, data: ServerEvents[Name]): void {
    for (const socket of this.#open) socket.receive(`42${JSON.stringify([event, data])}`);
  }

  /** Resolves when the application has connected and its screens have subscribed. */
  async whenOpen(): Promise<void> {
    await eventually(() => {
      if (!this.isOpen) throw new Error('The channel is not open');
    });
    if (this.#window) await waitForFrames(this.#window);
  }

  /** Breaks the connection. The application then reconnects. */
  drop(): void {
    for (const socket of this.#open) socket.close();
  }

  /** Rejects all connections from now on. */
  block(): void {
    this.#isBlocked = true;
    this.drop();
  }

  /** Replaces the frame's WebSocket with the channel. */
  installIn(window: Window & typeof globalThis): void {
    // The connections of the previous document ended with it.
    this.#open.clear();
    this.#window = window;
    const channel = {
      isBlocked: () => this.#isBlocked,
      add: (socket: FakeSocket) => this.#open.add(socket),
      delete: (socket: FakeSocket) => this.#open.delete(socket),
      emit: (event: string, data: unknown) => this.emitted.push([event, data]),
      joins: () => this.joins,
    };
    const countAttempt = () => (this.attempts += 1);
    class Socket extends FakeSocket {
      constructor() {
        super(channel);
        countAttempt();
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

/** The part of WebSocket that `engine.io-client` uses. */
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
      this.receive(`0${JSON.stringify(handshake)}`);
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
    // Acknowledges `told_within`: no message was missed.
    if (acknowledgement !== '') setTimeout(() => this.receive(`43${acknowledgement}[false]`));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#channel.delete(this);
    setTimeout(() => this.onclose?.({ code: 1006, reason: '', wasClean: false }));
  }
}
