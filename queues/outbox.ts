import { addLogFields, setLogLevel, withSpan } from '#edges/log';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { runJob, runNotifications } from '#verbs/jobs/run-job';

/** A Worker can have six connections at a time. */
const outwardBatchSize = 5;

/**
 * Runs jobs of the outbox: e-mails, accounting, webhooks, and bulk jobs (approvals, imports, archives). Each job
 * succeeds or is retried by itself.
 */
export async function consumeOutbox(
  batch: MessageBatch,
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const jobs = batch.messages.filter(isJobMessage);
  for (const message of batch.messages) if (!isJobMessage(message)) message.retry();
  const { own = [], notices = [], outward = [] } = Object.groupBy(jobs, kindOf);
  for (const message of own) await handleMessage(message, platform, () => runJob(env, message.body, now()));
  const byShow = Object.groupBy(notices, ({ body }) => body.showId);
  for (const together of Object.values(byShow)) await handleNotices(together ?? [], env, platform);
  // Last and in small batches, because external systems may be slow.
  for (let from = 0; from < outward.length; from += outwardBatchSize)
    await Promise.all(
      outward
        .slice(from, from + outwardBatchSize)
        .map((message) => handleMessage(message, platform, () => runJob(env, message.body, now()))),
    );
}

const now = () => new Date().toISOString();

function kindOf({ body }: Message<OutboxMessage>): 'own' | 'notices' | 'outward' {
  if (body.isNotice) return 'notices';
  return body.isOutward ? 'outward' : 'own';
}

/** Leases and reads the notifications of one show together; each is sent, and ends, by itself. */
async function handleNotices(
  messages: readonly Message<OutboxMessage>[],
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const ids = messages.map(({ body }) => body.outboxId);
  const results = runNotifications(env, first.body.showId, ids, now());
  results.catch(() => undefined);
  await Promise.all(
    messages.map((message) =>
      handleMessage(message, platform, async () => (await results)(message.body.outboxId)),
    ),
  );
}

/** `run` returns the seconds after which a retry may help, or null. */
function handleMessage(
  message: Message<OutboxMessage>,
  platform: ExecutionContext | undefined,
  run: () => Promise<number | null>,
): Promise<void> {
  const { showId, outboxId, origin } = message.body;
  const facts = {
    requestId: origin ?? message.id,
    message: message.id,
    delivery: message.attempts,
    show: showId,
    entry: outboxId,
  };
  return withSpan(platform, 'job', facts, () => runMessage(message, run));
}

async function runMessage(message: Message<OutboxMessage>, run: () => Promise<number | null>): Promise<void> {
  try {
    const seconds = await run();
    // One second after the retry is due, so that the message does not arrive too early.
    if (seconds === null) message.ack();
    else message.retry({ delaySeconds: seconds + 1 });
  } catch (error) {
    addLogFields({ outcome: 'not begun' });
    setLogLevel('warn', error);
    message.retry({ delaySeconds: Math.min(5 * 2 ** message.attempts, 600) });
  }
}

/** Other messages are retried until they are dead letters, and block none of their batch. */
function isJobMessage(message: Message): message is Message<OutboxMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'outboxId' in body;
}
