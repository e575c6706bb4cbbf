/** Pauses between rounds of attempts double from the first to the longest. */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_PAUSE_MS = 60_000;

/** `jitter` is between 0 and 1: pages that lost a server together must not come back to it together. */
export function pauseBefore(round: number, jitter: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** round) * (0.5 + jitter / 2);
}

export interface Reconnecting {
  /** A round has failed: the next begins after a pause. */
  retryLater: () => void;
  /** Connected: whatever fails from now on begins with the first pause again. */
  succeed: () => void;
  /** No pause goes on: a round has begun, or the channel is closed. */
  stop: () => void;
}

/** Begins a new round of the three attempts of RT-08 whenever one has failed, without end. */
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
