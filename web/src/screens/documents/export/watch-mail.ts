import type { EmailStatusUpdate } from '#domain/realtime/messages';
import type { Live } from '../../../live.ts';
import { POLL_EVERY_MS } from '../../../delay.ts';
import type { SendHistory } from '#domain/documents/document-response';

/** The result of an e-mail. `error` is the reason of a failure, if it is known. */
export type MailOutcome = Pick<EmailStatusUpdate, 'status' | 'error'>;

export interface MailSteps {
  docId: string;
  /** The e-mails of this document by this sender, newest first. */
  mailed: () => Promise<readonly SendHistory[]>;
  /** How many of them there were before this one. */
  before: number;
  /** Null while there is no realtime channel. Then only the send history is checked. */
  live: Pick<Live, 'on'> | null;
  wait: (ms: number) => Promise<void>;
}

/** Delay before the send history is checked as well, because a message may be lost on an open channel. */
const HISTORY_CHECK_AFTER_MS = 10_000;
/** An unavailable mail service may take many minutes. After two minutes only the send history shows the result. */
const MAX_HISTORY_CHECKS = 60;

async function checkHistory({ mailed, before, wait, live }: MailSteps, isOver: () => boolean) {
  if (live) await wait(HISTORY_CHECK_AFTER_MS);
  for (let checks = 0; checks < MAX_HISTORY_CHECKS && !isOver(); checks += 1) {
    // A failed read is repeated by the next check.
    const entries = await mailed().catch(() => []);
    const [newest] = entries;
    if (newest && entries.length > before)
      return { status: newest.isSuccessful ? 'success' : 'error', error: null } as const;
    await wait(POLL_EVERY_MS);
  }
  return null;
}

/**
 * Follows an e-mail that is about to be sent: over the channel and, if that stays silent, in the send history (DEC-57).
 * `done` resolves with the result, or with null if there is none after a long time.
 */
export function followMail(steps: MailSteps): { done: () => Promise<MailOutcome | null>; stop: () => void } {
  const liveOutcome = Promise.withResolvers<MailOutcome>();
  const leave = steps.live?.on('email_status_update', (update) => {
    if (update.docId === steps.docId) liveOutcome.resolve(update);
  });
  let isOver = false;
  const stop = () => {
    isOver = true;
    leave?.();
  };
  return {
    async done() {
      // The history has no result: an open channel may still report one.
      const historyOutcome = checkHistory(steps, () => isOver).then(
        (outcomeOfHistory) => outcomeOfHistory ?? (steps.live ? liveOutcome.promise : null),
      );
      const outcome = await Promise.race([liveOutcome.promise, historyOutcome]);
      stop();
      return outcome;
    },
    stop,
  };
}
