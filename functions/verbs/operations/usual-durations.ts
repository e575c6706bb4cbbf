import { parseSettings } from '#domain/settings';
import { addDays, dateInZone } from '#domain/values/days';
import { usualDurationDays, usualDurations } from '#domain/workflow/usual-durations';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import {
  readDurations,
  readShowsWithOldDurations,
  saveUsualDurations,
} from '#store/show/approval/step-durations';

/** Shows per shard and minute: each takes three queries. */
const showsPerMinute = 5;

/** Computes the usual durations of shows once a day (WAIT-03). Returns the number of shows. */
export async function refreshUsualDurations(env: Env, shard: ShowStore, now: string): Promise<number> {
  const shows = await readShowsWithOldDurations(shard.db, now.slice(0, 10), showsPerMinute);
  for (const { showId, settings } of shows) {
    const store = storeFor(env, { id: showId, shard: shard.shard });
    const since = addDays(dateInZone(now, parseSettings(settings).timeZone), -usualDurationDays);
    const durations = await readDurations(store, since);
    await saveUsualDurations(store, usualDurations(durations), { day: now.slice(0, 10), since });
  }
  return shows.length;
}
