export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** RT-05: how often the caller asks by itself while the channel is closed. */
export const POLL_EVERY_MS = 2000;
/** RT-06: after this long without a connection the caller polls. */
export const CONNECT_WITHIN_MS = 15_000;
