import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test';
import worker from '../../../functions/index.ts';
import { studioEnv } from './studio.ts';

/** Hands messages to the Worker's own queue handler, as one batch; answers which were acknowledged and which not. */
export async function deliver(
  queue: `${string}-outbox` | `${string}-bulk` | `${string}-pdf` | `${string}-dead-letters`,
  bodies: readonly unknown[],
  env: Env = studioEnv,
): Promise<{ acknowledged: number; retried: number }> {
  const messages = bodies.map((body, index) => ({
    id: `message-${index}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch(queue, messages);
  const context = createExecutionContext();
  await worker.queue(batch, env);
  const result = await getQueueResult(batch, context);
  return {
    acknowledged: result.ackAll ? bodies.length : result.explicitAcks.length,
    retried: result.retryMessages.length,
  };
}

/** The minute's cron, as if the clock stood `minutes` later than it does. */
export async function sweepIn(minutes: number): Promise<void> {
  const scheduledTime = new Date(Date.now() + minutes * 60_000);
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ scheduledTime, cron: '* * * * *' }), studioEnv);
  await waitOnExecutionContext(context);
}
