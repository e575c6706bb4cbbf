import { handleScheduled } from '../queues/scheduled.ts';
import { consumeDeadLetters } from '../queues/dead-letters.ts';
import { consumeOutbox } from '../queues/outbox.ts';
import { consumePdf } from '../queues/pdf.ts';
import { realtimeDependencies } from '../queues/realtime-dependencies.ts';
import { realtimeObject } from '../durable-objects/realtime.ts';
import { app } from './app.ts';

export class Realtime extends realtimeObject<Env>(realtimeDependencies) {}

export default {
  fetch: app.fetch,
  async queue(batch, env, platform?: ExecutionContext) {
    // The part before the last word is the deployment's own name.
    switch (batch.queue.slice(batch.queue.lastIndexOf('-'))) {
      case '-outbox':
      case '-bulk':
        return consumeOutbox(batch, env, platform);
      case '-pdf':
        return consumePdf(batch, env, platform);
      default:
        return consumeDeadLetters(batch);
    }
  },
  scheduled: handleScheduled,
} satisfies ExportedHandler<Env>;
