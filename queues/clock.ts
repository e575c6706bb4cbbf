import { sweep } from '#verbs/sweep';

/** What the crons wake. */
export async function consumeTick(event: ScheduledController, env: Env): Promise<void> {
  await sweep(env, new Date(event.scheduledTime).toISOString());
}
