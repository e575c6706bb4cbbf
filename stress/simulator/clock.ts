/** The real globals of the machine, which the simulated ones replace. */
const RealDate = Date;

let now = 0;
let wait: (ms: number) => Promise<void> = () => Promise.resolve();
let id: () => string = () => '';

class SimulatedDate extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    super(...((args.length === 0 ? [now] : args) as [number]));
  }
  static override now(): number {
    return now;
  }
}

/** A request as the accounting client builds it; it needs no network classes. */
class SimulatedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  constructor(url: URL, init: { method: string; headers: Headers; body?: string }) {
    this.url = url.href;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body ?? '';
  }
}

export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: string;
}

/** Replacements for timers, ids and the network. */
export interface SimulatedMachine {
  wait: (ms: number) => Promise<void>;
  id: () => string;
  fetch: (request: Sent) => Promise<{ status: number; text: () => Promise<string> }>;
}

/** Replaces the global clock, ids and network of the product by simulated ones. */
export function simulate(means: SimulatedMachine): void {
  ({ wait, id } = means);
  Object.assign(globalThis, {
    Date: SimulatedDate,
    Request: SimulatedRequest,
    fetch: means.fetch,
    scheduler: { wait: (ms: number) => wait(ms) },
    simulatedId: () => id(),
  });
  AbortSignal.timeout = () => new AbortController().signal;
}

export function setNow(instant: number): void {
  now = instant;
}

/** Formats an instant as the product does. */
export function iso(instant: number): string {
  return new RealDate(instant).toISOString();
}

/** The simulated instant, for the database. */
export const simulatedNow = () => iso(now);
