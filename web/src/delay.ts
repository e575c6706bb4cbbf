export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Returns `ms`, up to a quarter more or less. All windows lose the channel at the same moment, and must not call a
 * returning server at the same moment (DEC-154).
 */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.75 + random() / 2);
}

/** Polling interval while the live channel is closed (RT-05). */
export const POLL_EVERY_MS = 2000;
/** Time without a connection after which the caller polls (RT-06). */
export const CONNECT_WITHIN_MS = 15_000;
