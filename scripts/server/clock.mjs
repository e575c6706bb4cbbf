/** Local runs do not trigger crons by themselves: this does, once a minute, while the server runs. */

/**
 * Whether a cron line of the supported formats (numbers, lists and stars) matches this UTC minute.
 * @param {string} cron
 * @param {Date} at
 */
export function isDue(cron, at) {
  const now = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  return cron.split(' ').every((field, n) => field === '*' || field.split(',').includes(String(now[n])));
}

/**
 * @param {readonly string[]} crons
 * @param {(cron: string) => [url: string, request?: RequestInit]} requestOf returns the request that triggers it
 * @returns {() => void} stops it
 */
export function startClock(crons, requestOf) {
  const trigger = async () => {
    for (const cron of crons.filter((line) => isDue(line, new Date()))) {
      const [url, request] = requestOf(cron);
      try {
        await fetch(url, { ...request, signal: AbortSignal.timeout(50_000) });
      } catch {
        // The server is busy or stopping; the next minute tries again.
      }
    }
  };
  const timer = setInterval(() => void trigger(), 60_000);
  return () => clearInterval(timer);
}
