/** The pause between rounds of attempts doubles from the first to the longest. */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_PAUSE_MS = 60_000;

/** Returns the pause in milliseconds. `jitter` (0 to 1) spreads pages that lost a server at the same time. */
export function pauseBefore(round: number, jitter: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** round) * (0.5 + jitter / 2);
}

export interface Reconnecting {
  /** A round has failed: the next one starts after a pause. */
  retryLater: () => void;
  /** Connected: the next failure starts with the first pause again. */
  succeed: () => void;
  /** Cancels the pause: a round has started, or the channel is closed. */
  stop: () => void;
}

/** Starts a new round of the three attempts of RT-08 whenever one has failed, forever. */
export function reconnectForever(connect: () => void, random = Math.random): Reconnecting {
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    retryLater() {
      stop();
      timer = setTimeout(connect, pauseBefore(round, random()));
      round += 1;
    },
    succeed() {
      stop();
      round = 0;
    },
    stop,
  };
}
