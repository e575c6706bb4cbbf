import { about, endsAs, traced } from '#edges/log';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { runJob, runNotifications } from '#verbs/jobs/run-job';

/** A Worker has six connections at a time. */
const outwardAtOnce = 5;

/**
 * Carries out outbox entries: e-mails, accounting, and what comes one at a time (bulk approvals, imports, archives).
 * Each entry is its own success or retry.
 */
export async function consumeOutbox(
  batch: MessageBatch,
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const jobs = batch.messages.filter(isJobMessage);
  for (const message of batch.messages) if (!isJobMessage(message)) message.retry();
  const { own = [], notices = [], outward = [] } = Object.groupBy(jobs, kindOf);
  for (const message of own) await seen(message, platform, () => runJob(env, message.body, now()));
  const byShow = Object.groupBy(notices, ({ body }) => body.showId);
  for (const together of Object.values(byShow)) await noticesSeen(together ?? [], env, platform);
  // Nothing waits behind systems that may not answer, and few of them at once behind each other.
  for (let from = 0; from < outward.length; from += outwardAtOnce)
    await Promise.all(
      outward
        .slice(from, from + outwardAtOnce)
        .map((message) => seen(message, platform, () => runJob(env, message.body, now()))),
    );
}

const now = () => new Date().toISOString();

function kindOf({ body }: Message<OutboxMessage>): 'own' | 'notices' | 'outward' {
  if (body.isNotice) return 'notices';
  return body.isOutward ? 'outward' : 'own';
}

/** What notices of one show need is taken and read once; each is still carried out, and ends, by itself. */
async function noticesSeen(
  messages: readonly Message<OutboxMessage>[],
  env: Env,
  platform?: ExecutionContext,
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const ids = messages.map(({ body }) => body.outboxId);
  const taken = runNotifications(env, first.body.showId, ids, now());
  taken.catch(() => undefined);
  await Promise.all(
    messages.map((message) => seen(message, platform, async () => (await taken)(message.body.outboxId))),
  );
}

/** `work` answers after how many seconds another try may help, or null. */
function seen(
  message: Message<OutboxMessage>,
  platform: ExecutionContext | undefined,
  work: () => Promise<number | null>,
): Promise<void> {
  const { showId, outboxId, origin } = message.body;
  const facts = {
    requestId: origin ?? message.id,
    message: message.id,
    delivery: message.attempts,
    show: showId,
    entry: outboxId,
  };
  return traced(platform, 'errand', facts, () => carryOut(message, work));
}

async function carryOut(message: Message<OutboxMessage>, work: () => Promise<number | null>): Promise<void> {
  try {
    const seconds = await work();
    // A second later than the entry's rest ends, so that the message does not find it at rest.
    if (seconds === null) message.ack();
    else message.retry({ delaySeconds: seconds + 1 });
  } catch (error) {
    about({ outcome: 'not begun' });
    endsAs('warn', error);
    message.retry({ delaySeconds: Math.min(5 * 2 ** message.attempts, 600) });
  }
}

/** Anything else is nobody's errand: it goes its way to the dead letters, and holds up none that came with it. */
function isJobMessage(message: Message): message is Message<OutboxMessage> {
  const { body } = message;
  return typeof body === 'object' && body !== null && 'showId' in body && 'outboxId' in body;
}
