import { traced } from '#edges/log';
import { beginDigests } from '#verbs/notifications/schedule-digests';
import { moveShows } from '#verbs/operations/run-show-moves';
import { sweep } from '#verbs/jobs/sweep';

/** The line of `wrangler.toml` that rings at both hours of UTC that can be midnight Pacific (DEC-49). */
const digestCron = '0 7,8 * * *';

/** What the crons wake: the day's digests, and every minute the sweep, and shows that move. Its line is the sign that the clock goes. */
export async function handleScheduled(
  event: ScheduledController,
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const now = new Date(event.scheduledTime).toISOString();
  await traced(platform, 'tick', { requestId: crypto.randomUUID(), cron: event.cron }, () =>
    event.cron === digestCron ? beginDigests(env, now) : minute(env, now),
  );
}

async function minute(env: Env, now: string): Promise<void> {
  await sweep(env, now);
  await moveShows(env, now);
}
