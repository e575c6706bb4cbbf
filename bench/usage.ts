import type { Figures } from './figures.ts';

/**
 * Who does how much. Trips, rows and milliseconds of a deed are those of its work in the bench: `npm run bench` takes them
 * from its own run, and what stands here is from an earlier one (20,000 documents in the show). Queue messages and browser
 * seconds are estimates; how often is an assumption, for somebody who works with Backlot all day.
 */
export interface Usage {
  title: string;
  /** The works that cost together what so many of these do; none: nothing measures it. */
  measuredBy?: { key: string; times: number };
  /** By one user in a working day. */
  perDay: number;
  /** Trips to D1 one after the other: the first to the directory, the others to the show's shard. */
  trips: number;
  /** Milliseconds that D1 is busy in each trip. */
  sqlMs: number;
  rowsRead: number;
  rowsWritten: number;
  /** Of the Worker. */
  cpuMs: number;
  /** Queue messages that follow. */
  messages: number;
  /** Seconds of a browser. */
  browserSeconds: number;
  /** Whether everybody in the show hears of it. */
  isTold: boolean;
}

const read = { rowsWritten: 0, messages: 0, browserSeconds: 0, isTold: false } as const;

export const usages: readonly Usage[] = [
  {
    ...read,
    title: 'list',
    measuredBy: { key: 'newest', times: 1 },
    perDay: 60,
    trips: 2,
    sqlMs: 1,
    rowsRead: 161,
    cpuMs: 5,
  },
  {
    ...read,
    title: 'open a document',
    measuredBy: { key: 'open', times: 1 },
    perDay: 40,
    trips: 2,
    sqlMs: 1,
    rowsRead: 103,
    cpuMs: 6,
  },
  {
    ...read,
    title: 'search',
    measuredBy: { key: 'words', times: 1 },
    perDay: 8,
    trips: 2,
    sqlMs: 1.5,
    rowsRead: 90,
    cpuMs: 6,
  },
  // Sessions, departments, companies, vendors, home, what a live message asks anew.
  {
    ...read,
    title: 'everything else that is read',
    perDay: 120,
    trips: 2,
    sqlMs: 0.7,
    rowsRead: 60,
    cpuMs: 2,
  },
  {
    title: 'save a document',
    measuredBy: { key: 'create', times: 1 },
    perDay: 6,
    trips: 3,
    sqlMs: 2,
    rowsRead: 389,
    rowsWritten: 71,
    cpuMs: 20,
    messages: 0,
    browserSeconds: 0,
    isTold: true,
  },
  {
    title: 'submit, approve, send back',
    measuredBy: { key: 'approve', times: 3 },
    perDay: 6,
    trips: 5,
    sqlMs: 2,
    rowsRead: 223,
    rowsWritten: 54,
    cpuMs: 15,
    messages: 2,
    browserSeconds: 0,
    isTold: true,
  },
  {
    title: 'PDF',
    measuredBy: { key: 'pdf', times: 1 },
    perDay: 1,
    trips: 3,
    sqlMs: 1,
    rowsRead: 150,
    rowsWritten: 8,
    cpuMs: 40,
    messages: 1,
    browserSeconds: 3,
    isTold: false,
  },
];

/** The deeds as this run has measured them, where it has: trips, rows, and milliseconds of D1 and of the Worker. */
export function measuredUsages(figures: readonly Figures[]): Usage[] {
  return usages.map((use) => {
    const { key = '', times = 1 } = use.measuredBy ?? {};
    const one = figures.find(({ work }) => work.key === key);
    if (!one) return use;
    const { counts, alone, crowd } = one;
    return {
      ...use,
      trips: counts.depth,
      sqlMs: counts.sqlMs / Math.max(1, counts.trips),
      rowsRead: counts.rowsRead / times,
      rowsWritten: counts.rowsWritten / times,
      cpuMs: ((crowd ?? alone).cpuMs ?? use.cpuMs * times) / times,
    };
  });
}

export const working = {
  usersPerShow: 25,
  /** A show works on so many days a month. */
  days: 22,
  /** New documents of a show in a working day. */
  documentsPerDay: 40,
  /** What the databases of the bench hold, with every index. */
  bytesPerDocument: 8_700,
  /** A show lasts so long; what it has made is kept for as long again. */
  months: 12,
  /** Hours in which a window is open. */
  connectedHours: 10,
  /** A window answers the server's ping. */
  pingSeconds: 25,
} as const;

/** Of a working day's deeds, what falls into each hour from midnight on: two peaks, and a call sheet at night. */
export const hours: readonly number[] = [
  0.2, 0.1, 0.1, 0.1, 0.3, 1, 2, 4, 8, 11, 10, 9, 6, 8, 10, 9, 7, 5, 4, 2.2, 1.5, 0.8, 0.4, 0.3,
];
