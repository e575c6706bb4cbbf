import type { ShowStore } from '#store/d1/open';
import { readPeople } from '#store/directory/users';
import { readRepeat } from '#store/show/outbox/idempotency-keys';
import type { Seat } from './context.ts';
import type { Repeat } from './idempotency.ts';

/** A read of the show's data that the request names wholly. */
export function reading<Args extends readonly unknown[]>(
  read: (store: ShowStore, ...args: Args) => Promise<unknown>,
  ...args: Args
): (seat: Seat) => void {
  return ({ store }) => {
    store.foreseen.begin(read, store, ...args);
  };
}

/** Everybody of the show, and with them a read of its data. */
export function readingWithPeople<Args extends readonly unknown[]>(
  read: (store: ShowStore, ...args: Args) => Promise<unknown>,
  ...args: Args
): (seat: Seat) => void {
  return ({ store, env }) => {
    store.foreseen.begin(read, store, ...args);
    store.foreseen.begin(readPeople, env, store.showId);
  };
}

/** Whether the request was answered before. */
export function beginRepeat({ store, user }: Seat, repeat: Repeat | null): void {
  if (repeat) store.foreseen.begin(readRepeat, store, user.id, repeat.key);
}
