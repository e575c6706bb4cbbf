import { showId } from './client.ts';
import type { Person } from './client.ts';
import { deepestPage, listPath } from './dataset.ts';
import type { Place } from './dataset.ts';

/** One request of somebody. */
export type Call = <Body>(person: Person, method: string, path: string, body?: unknown) => Promise<Body>;

/** Something that people do again and again. */
export interface Work {
  key: string;
  title: string;
  /** p50 in milliseconds at one in parallel, and how often a second at eight. */
  goal: { ms: number; perSecond: number | null };
  /** Costs the same in a small show and in a large one. */
  isFlat: boolean;
  /** Lays in what can be done only once each, for so many times; nothing of it is measured. */
  stock?: (times: number) => Promise<void>;
  /** False when there is nothing left to do it with. */
  once: (call: Call) => Promise<boolean>;
}

/** One after the other, and again from the beginning. */
function inTurn<T>(list: readonly T[]): () => T {
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

/** Those of these keys, or all. Throws when one is no work's. */
export function chosenOf(works: readonly Work[], only: readonly string[] | null): Work[] {
  const keys = works.map(({ key }) => key);
  const strange = only?.filter((key) => !keys.includes(key)) ?? [];
  if (strange.length > 0) throw new Error(`There is no ${strange.join(', ')}. There is ${keys.join(', ')}.`);
  return works.filter(({ key }) => only === null || only.includes(key));
}

/** Lists, search, and one document. */
export function reads(place: Place): Work[] {
  const reader = inTurn(place.readers);
  const list = (key: string, title: string, query: string, body: unknown = {}): Work => ({
    key,
    title,
    goal: readGoal,
    isFlat: true,
    once: async (call) => {
      await call(reader(), 'POST', listPath(`count=50&${query}`), body);
      return true;
    },
  });
  const lastPage = deepestPage(place.orders);
  const deep = (more: string) => `page=${lastPage}&sort=PO_NUMBER,DESC${more}`;
  const toOpen = inTurn(place.toOpen);
  const words = encodeURIComponent(`${place.vendor.name.split(' ')[0] ?? ''} rental`);
  return [
    list('newest', 'list 50, newest first, with total', 'page=1&sort=PO_NUMBER,DESC'),
    list('filtered', 'list 50, status, vendor, six months, by date', 'page=1&sort=DATE,DESC', {
      poStatuses: ['APPROVED'],
      vendorNumbers: [place.vendor.number],
      dateRange: { startDate: sixMonthsBefore(place.newestDay), endDate: place.newestDay },
    }),
    list('by-total', 'list 50, by total', 'page=1&sort=TOTAL,DESC'),
    list('by-vendor', 'list 50, by vendor name', 'page=1&sort=VENDOR_NAME,ASC'),
    list('number', 'list 50, number contains 01234', 'page=1&sort=PO_NUMBER,DESC', { poNumbers: ['01234'] }),
    {
      key: 'words',
      title: 'free text over vendor and description',
      goal: readGoal,
      isFlat: true,
      once: async (call) => {
        await call(reader(), 'GET', `/api/search?showId=${showId}&q=${words}`);
        return true;
      },
    },
    list('deep', `list 50, page ${lastPage}, as one scrolls to it`, deep(`&after=${place.beforeDeep}`)),
    list('jump', `list 50, page ${lastPage}, by its number alone`, deep('')),
    {
      key: 'open',
      title: 'open one purchase order',
      goal: { ms: 6, perSecond: 800 },
      isFlat: true,
      once: async (call) => {
        await call(reader(), 'GET', `/api/pos/${toOpen()}?persona=CREATOR`);
        return true;
      },
    },
  ];
}
