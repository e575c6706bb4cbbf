import { showId } from './client.ts';
import type { Person } from './client.ts';
import { deepestPage, listPath } from './dataset.ts';
import type { Dataset } from './dataset.ts';

/** Sends one request as a user. */
export type Call = <Body>(person: Person, method: string, path: string, body?: unknown) => Promise<Body>;

/** A repeated action of users. */
export interface Work {
  key: string;
  title: string;
  /** p50 in milliseconds with one client, and executions per second with eight. */
  goal: { ms: number; perSecond: number | null };
  /** Its cost does not depend on the size of the show. */
  isFlat: boolean;
  /** Creates the input of that many executions, for works that consume it; not measured. */
  stock?: (times: number) => Promise<void>;
  /** Returns false when the input is used up, a number to report these milliseconds in place of its own duration. */
  runOnce: (call: Call) => Promise<boolean | number>;
}

/** Returns the items in rotation. */
function rotate<T>(list: readonly T[]): () => T {
  let at = 0;
  return () => {
    const next = list[at % list.length];
    at += 1;
    if (next === undefined) throw new Error('The show has nothing to do this with.');
    return next;
  };
}

function sixMonthsBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 6);
  return date.toISOString().slice(0, 10);
}

const readGoal = { ms: 8, perSecond: 600 };

/** Returns the works with these keys, or all. Throws on an unknown key. */
export function selectWorks(works: readonly Work[], only: readonly string[] | null): Work[] {
  const keys = works.map(({ key }) => key);
  const unknownKeys = only?.filter((key) => !keys.includes(key)) ?? [];
  if (unknownKeys.length > 0)
    throw new Error(`There is no ${unknownKeys.join(', ')}. There is ${keys.join(', ')}.`);
  return works.filter(({ key }) => only === null || only.includes(key));
}

/** Lists, search, and one document. */
export function readBenchmarks(dataset: Dataset): Work[] {
  const reader = rotate(dataset.readers);
  const list = (key: string, title: string, query: string, body: unknown = {}): Work => ({
    key,
    title,
    goal: readGoal,
    isFlat: true,
    runOnce: async (call) => {
      await call(reader(), 'POST', listPath(`count=50&${query}`), body);
      return true;
    },
  });
  const lastPage = deepestPage(dataset.orders);
  const deep = (more: string) => `page=${lastPage}&sort=PO_NUMBER,DESC${more}`;
  const toOpen = rotate(dataset.toOpen);
  const words = encodeURIComponent(`${dataset.vendor.name.split(' ')[0] ?? ''} rental`);
  return [
    list('newest', 'list 50, newest first, with total', 'page=1&sort=PO_NUMBER,DESC'),
    list('filtered', 'list 50, status, vendor, six months, by date', 'page=1&sort=DATE,DESC', {
      poStatuses: ['APPROVED'],
      vendorNumbers: [dataset.vendor.number],
      dateRange: { startDate: sixMonthsBefore(dataset.newestDay), endDate: dataset.newestDay },
    }),
    list('by-total', 'list 50, by total', 'page=1&sort=TOTAL,DESC'),
    list('by-vendor', 'list 50, by vendor name', 'page=1&sort=VENDOR_NAME,ASC'),
    list('number', 'list 50, number contains 01234', 'page=1&sort=PO_NUMBER,DESC', { poNumbers: ['01234'] }),
    {
      key: 'words',
      title: 'free text over vendor and description',
      goal: readGoal,
      isFlat: true,
      runOnce: async (call) => {
        await call(reader(), 'GET', `/api/search?showId=${showId}&q=${words}`);
        return true;
      },
    },
    list('deep', `list 50, page ${lastPage}, as one scrolls to it`, deep(`&after=${dataset.beforeDeep}`)),
    list('jump', `list 50, page ${lastPage}, by its number alone`, deep('')),
    {
      key: 'open',
      title: 'open one purchase order',
      goal: { ms: 6, perSecond: 800 },
      isFlat: true,
      runOnce: async (call) => {
        await call(reader(), 'GET', `/api/pos/${toOpen()}?persona=CREATOR`);
        return true;
      },
    },
  ];
}
