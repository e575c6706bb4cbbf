export interface MessageBatches<Item> {
  add: (item: Item) => void;
  /** Drops items that have not been delivered. */
  stop: () => void;
}

/**
 * Delivers items in batches, such as the messages of a bulk approval: `delayMs` after the first item, and never within
 * `intervalMs` of the previous batch.
 */
export function batchMessages<Item>(
  pace: { delayMs: number; intervalMs: number },
  deliverItems: (items: Item[]) => void,
): MessageBatches<Item> {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const deliver = () => {
    const items = waiting;
    waiting = [];
    timer = undefined;
    last = performance.now();
    deliverItems(items);
  };
  return {
    add(item) {
      waiting.push(item);
      timer ??= setTimeout(deliver, Math.max(pace.delayMs, last + pace.intervalMs - performance.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
