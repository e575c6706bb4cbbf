import { beginDigests } from '#verbs/plan-digests';
import { sweep } from '#verbs/sweep';

/** The line of `wrangler.toml` that rings at both hours of UTC that can be midnight Pacific (DEC-49). */
const digestCron = '0 7,8 * * *';

/** What the crons wake: the day's digests, and every minute the sweep. */
export async function consumeTick(event: ScheduledController, env: Env): Promise<void> {
  const now = new Date(event.scheduledTime).toISOString();
  if (event.cron === digestCron) await beginDigests(env, now);
  else await sweep(env, now);
}
