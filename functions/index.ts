import { consumeDeadLetters } from '../queues/dead-letters.ts';
import { consumeOutbox } from '../queues/outbox.ts';
import { consumePdf } from '../queues/pdf.ts';
import { realtimeObject } from '../durable-objects/realtime.ts';
import type { OutboxMessage } from '#verbs/outbox-dispatch';
import { readTaskStatus } from '#verbs/pdf-tasks';
import type { PdfMessage } from '#verbs/pdf-tasks';
import { sweep } from '#verbs/sweep';
import { app } from './app.ts';

/** The realtime object knows no database: reading a stored task is handed to it (DEC-56). */
export class Realtime extends realtimeObject<Env>({ readTask: readTaskStatus }) {}

export default {
  fetch: app.fetch,
  async queue(batch, env) {
    switch (batch.queue) {
      case 'backlot-outbox':
        return consumeOutbox(batch as MessageBatch<OutboxMessage>, env);
      case 'backlot-pdf':
        return consumePdf(batch as MessageBatch<PdfMessage>, env);
      default:
        return consumeDeadLetters(batch);
    }
  },
  async scheduled(event, env) {
    await sweep(env, new Date(event.scheduledTime).toISOString());
  },
} satisfies ExportedHandler<Env>;
