export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Polling interval while the live channel is closed (RT-05). */
export const POLL_EVERY_MS = 2000;
/** Time without a connection after which the caller polls (RT-06). */
export const CONNECT_WITHIN_MS = 15_000;
