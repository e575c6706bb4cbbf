/** Of the machine itself: what the simulated ones stand before. */
const RealDate = Date;

let now = 0;
let wait: (ms: number) => Promise<void> = () => Promise.resolve();
let id: () => string = () => '';

class SimulatedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [now] : given) as [number]));
  }
  static override now(): number {
    return now;
  }
}

/** A request as the accounting client makes one; nothing of it needs the network's machinery. */
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

/** What the world's machinery is replaced by. */
export interface Means {
  wait: (ms: number) => Promise<void>;
  id: () => string;
  fetch: (request: Sent) => Promise<{ status: number; text: () => Promise<string> }>;
}

/** From now on the product lives in simulated time, with simulated ids and a simulated network. */
export function simulate(means: Means): void {
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

/** An instant as the product writes it. */
export function iso(instant: number): string {
  return new RealDate(instant).toISOString();
}
