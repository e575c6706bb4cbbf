import { withSpan } from '#edges/log';
import { startDigestDay } from '#verbs/notifications/schedule-digests';
import { moveShows } from '#verbs/operations/run-show-moves';
import { sweep } from '#verbs/jobs/sweep';

/** The cron of `wrangler.toml` for both UTC hours that can be midnight Pacific (DEC-49). */
const digestCron = '0 7,8 * * *';

/** Handles the crons: a day's digests, and every minute the sweep and show moves. Its log line shows that they run. */
export async function handleScheduled(
  event: ScheduledController,
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const now = new Date(event.scheduledTime).toISOString();
  await withSpan(platform, 'tick', { requestId: crypto.randomUUID(), cron: event.cron }, () =>
    event.cron === digestCron ? startDigestDay(env, now) : minute(env, now),
  );
}

async function minute(env: Env, now: string): Promise<void> {
  await sweep(env, now);
  await moveShows(env, now);
}
