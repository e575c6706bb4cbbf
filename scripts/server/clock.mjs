/** Local runs never fire a cron by themselves: this does, once a minute, while the server runs. */

/**
 * Whether a cron line of the shapes that we use (numbers, lists and stars) means this UTC minute.
 * @param {string} cron
 * @param {Date} at
 */
export function isDue(cron, at) {
  const now = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  return cron.split(' ').every((field, n) => field === '*' || field.split(',').includes(String(now[n])));
}

/**
 * @param {readonly string[]} crons
 * @param {(cron: string) => [url: string, request?: RequestInit]} bell the request that rings it
 * @returns {() => void} stops it
 */
export function startClock(crons, bell) {
  const ring = async () => {
    for (const cron of crons.filter((line) => isDue(line, new Date()))) {
      const [url, request] = bell(cron);
      try {
        await fetch(url, { ...request, signal: AbortSignal.timeout(50_000) });
      } catch {
        // The server is busy or on its way down; the next minute asks again.
      }
    }
  };
  const timer = setInterval(() => void ring(), 60_000);
  return () => clearInterval(timer);
}
