import type { Measurements } from './measurements.ts';

/**
 * Frequency and cost of user actions. `npm run bench` takes trips, rows and milliseconds from its own run; the values
 * here are from an earlier one (20,000 documents in the show). Queue messages and browser seconds are estimates, and
 * the frequencies are assumptions for a user who works with Backlot all day.
 */
export interface Usage {
  title: string;
  /** The works whose cost makes up that of this action; without them nothing measures it. */
  measuredBy?: { key: string; times: number };
  /** Actions of one user per working day. */
  perDay: number;
  /** Sequential round trips to D1: the first to the directory, the others to the show's shard. */
  trips: number;
  /** Milliseconds that D1 is busy per trip. */
  sqlMs: number;
  rowsRead: number;
  rowsWritten: number;
  /** CPU milliseconds of the Worker. */
  cpuMs: number;
  /** Resulting queue messages. */
  messages: number;
  /** Resulting e-mails. */
  mails: number;
  /** Seconds of a browser. */
  browserSeconds: number;
  /** Whether all users of the show are notified. */
  isBroadcast: boolean;
}

/** The database that a round trip goes to. */
export type Location = 'directory' | 'show';

/** The request of a hot page or action, as `npm run bench -- pages` measured it in a show of 1,000 documents. */
export interface PageRequest {
  title: string;
  /** Reads may use a replica of the show's database. */
  isRead: boolean;
  /** Sequential round trips before the response. */
  trips: readonly Location[];
  /** Of the compressed response. */
  bytes: number;
}

/**
 * A bulk approval of ten payments: the request, the consumer's jobs that approve and release them, and the last read of
 * the run (`tests/functions/store/round-trips-of-files-and-runs.test.ts`); the directory, where both are read at once.
 */
export const bulkTrips: readonly Location[] = [
  ...(['directory', 'show', 'show'] as const),
  ...(['directory', 'show', 'directory', 'show', 'show', 'directory', 'show'] as const),
  ...(['directory', 'show', 'show', 'directory', 'show', 'show', 'show', 'directory', 'show'] as const),
  'show',
];

export const pageRequests: readonly PageRequest[] = [
  { title: 'list', isRead: true, trips: ['directory', 'show'], bytes: 3564 },
  { title: 'open', isRead: true, trips: ['directory', 'show'], bytes: 2236 },
  { title: 'home', isRead: true, trips: ['directory', 'show'], bytes: 1745 },
  { title: 'create', isRead: false, trips: ['directory', 'show', 'show'], bytes: 1718 },
  { title: 'save', isRead: false, trips: ['directory', 'show', 'show'], bytes: 1707 },
  { title: 'submit', isRead: false, trips: ['directory', 'show', 'show'], bytes: 2088 },
  { title: 'approve', isRead: false, trips: ['directory', 'show', 'show'], bytes: 149 },
  {
    title: 'final approval',
    isRead: false,
    trips: ['directory', 'show', 'show', 'directory', 'show'],
    bytes: 116,
  },
  { title: 'bulk of 10', isRead: false, trips: bulkTrips, bytes: 335 },
  { title: 'budget review', isRead: true, trips: ['directory', 'show'], bytes: 1867 },
  { title: 'cost report', isRead: true, trips: ['directory', 'show', 'show'], bytes: 3062 },
];

const read = { rowsWritten: 0, messages: 0, mails: 0, browserSeconds: 0, isBroadcast: false } as const;

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
  // Sessions, departments, companies, vendors, home, and refetches after a live message.
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
    mails: 0,
    browserSeconds: 0,
    isBroadcast: true,
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
    // To the next approver or the owner; none of them has chosen the daily digest.
    mails: 1,
    browserSeconds: 0,
    isBroadcast: true,
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
    mails: 0,
    browserSeconds: 3,
    isBroadcast: false,
  },
];

/**
 * Returns the actions with this run's measurements where it has them: trips, rows, and milliseconds of D1 and of the
 * Worker.
 */
export function measuredUsages(measurements: readonly Measurements[]): Usage[] {
  return usages.map((use) => {
    const { key = '', times = 1 } = use.measuredBy ?? {};
    const one = measurements.find(({ work }) => work.key === key);
    if (!one) return use;
    const { counts, single, concurrent } = one;
    return {
      ...use,
      trips: counts.depth,
      sqlMs: counts.sqlMs / Math.max(1, counts.trips),
      rowsRead: counts.rowsRead / times,
      rowsWritten: counts.rowsWritten / times,
      cpuMs: ((concurrent ?? single).cpuMs ?? use.cpuMs * times) / times,
    };
  });
}

export const working = {
  usersPerShow: 25,
  /** Working days per month. */
  days: 22,
  /** New documents of a show per working day. */
  documentsPerDay: 40,
  /** Size in the databases of the bench, with every index. */
  bytesPerDocument: 8_700,
  /** Duration of a show; its documents are retained for as long again. */
  months: 12,
  /** Hours per day with an open window. */
  connectedHours: 10,
  /** Interval of the client's pong. */
  pingSeconds: 25,
  /** Share of windows whose network lets no WebSocket pass: they poll, and each poll is held until the next ping. */
  pollingShare: 0.02,
  /** Sign-outs of a user per day. Each calls the realtime objects of the user's shows. */
  signOutsPerDay: 1,
  /** Windows per realtime object, which `realtimeShards` of the deployment decides. */
  windowsPerObject: 400,
  /** The objects of the example deployment, and the most that a deployment may have. */
  realtimeObjects: { least: 16, most: 1024 },
} as const;

/** Share of a working day's actions per hour from midnight on: two peaks, and a call sheet late in the evening. */
export const hours: readonly number[] = [
  0.2, 0.1, 0.1, 0.1, 0.3, 1, 2, 4, 8, 11, 10, 9, 6, 8, 10, 9, 7, 5, 4, 2.2, 1.5, 0.8, 0.4, 0.3,
];
