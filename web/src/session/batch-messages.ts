export interface Bursts<Item> {
  add: (item: Item) => void;
  /** What has not been handed over is forgotten. */
  stop: () => void;
}

/**
 * Hands over together what comes in a burst, such as the messages of a bulk approval: `soonMs` after the first, and never
 * again within `restMs` of the last time.
 */
export function inBursts<Item>(
  pace: { soonMs: number; restMs: number },
  handOver: (items: Item[]) => void,
): Bursts<Item> {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    const items = waiting;
    waiting = [];
    timer = undefined;
    last = performance.now();
    handOver(items);
  };
  return {
    add(item) {
      waiting.push(item);
      timer ??= setTimeout(end, Math.max(pace.soonMs, last + pace.restMs - performance.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
