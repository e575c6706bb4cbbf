import { randomFrom } from '../demo/random.ts';
import { hours } from './usage.ts';

/** An idle browser is reused, and exits after a minute (functions/edges/pdf/browser-renderer.ts). */
const idleSeconds = 60;

/** Browsers of one day: billed time, the most at once, and how many were launched. */
export interface BrowserDay {
  hours: number;
  mostAtOnce: number;
  launches: number;
}

interface IdleBrowser {
  launchedAt: number;
  idleSince: number;
}

/** Simulates the PDFs of one day; each takes the browser that was used last, or launches one. Deterministic. */
export function simulateBrowsers(pdfs: number, secondsPerPdf: number): BrowserDay {
  const random = randomFrom(`browsers ${pdfs}`);
  const whole = hours.reduce((sum, part) => sum + part, 0);
  const times = hours.flatMap((part, hour) =>
    Array.from({ length: Math.round((pdfs * part) / whole) }, () => (hour + random.next()) * 3600),
  );
  let browsers: IdleBrowser[] = [];
  const day: BrowserDay = { hours: 0, mostAtOnce: 0, launches: 0 };
  const exit = ({ launchedAt, idleSince }: IdleBrowser) => {
    day.hours += (idleSince + idleSeconds - launchedAt) / 3600;
  };
  for (const at of times.toSorted((a, b) => a - b)) {
    for (const gone of browsers.filter(({ idleSince }) => idleSince + idleSeconds < at)) exit(gone);
    browsers = browsers.filter(({ idleSince }) => idleSince + idleSeconds >= at);
    const free = browsers.filter(({ idleSince }) => idleSince <= at);
    const [reused] = free.toSorted((a, b) => b.idleSince - a.idleSince);
    if (reused) reused.idleSince = at + secondsPerPdf;
    else {
      browsers.push({ launchedAt: at, idleSince: at + secondsPerPdf });
      day.launches += 1;
    }
    day.mostAtOnce = Math.max(day.mostAtOnce, browsers.length);
  }
  for (const browser of browsers) exit(browser);
  return day;
}
