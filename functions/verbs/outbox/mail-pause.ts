import { addLogFields, log } from '#edges/log';
import { saveMailPause } from '#store/directory/mail-pause';
import { suspendJob } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { JobContext } from './job-context.ts';
import { after } from './lease.ts';

const hour = 60 * 60_000;

/**
 * Pauses mail jobs after the service has refused one for its quota: for an hour, since the quota may grow at any time,
 * but not beyond the day in UTC (DEC-159). Security mail is sent directly and not paused.
 */
export async function pauseMail({ env, store, now }: JobContext, { id, kind }: OutboxEntry): Promise<void> {
  const midnight = `${after(now, 24 * hour).slice(0, 10)}T00:00:00.000Z`;
  const inAnHour = after(now, hour);
  const until = inAnHour < midnight ? inAnHour : midnight;
  await saveMailPause(env, until);
  await suspendJob(store, id, until);
  addLogFields({ outcome: 'paused' });
  log('warn', 'mail quota used up', { show: store.showId, entry: id, kind, until });
}
