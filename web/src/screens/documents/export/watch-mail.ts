import type { EmailStatusUpdate } from '#domain/realtime/messages';
import type { SendHistory } from '#domain/documents/document-view';
import type { Live } from '../../../live.ts';
import { POLL_EVERY_MS } from '../../../delay.ts';

/** What became of an e-mail; `error` says why it did not leave, where that is known. */
export type MailOutcome = Pick<EmailStatusUpdate, 'status' | 'error'>;

export interface MailSteps {
  docId: string;
  /** The e-mails of this document by this sender, newest first. */
  mailed: () => Promise<readonly SendHistory[]>;
  /** How many of them there were before this one. */
  before: number;
  /** Null while there is no channel: then the send history alone is looked at. */
  live: Pick<Live, 'on'> | null;
  wait: (ms: number) => Promise<void>;
}

/** A message may be lost although the channel is open: so long is waited before the history is looked at as well. */
const LOOK_ANYWAY_AFTER_MS = 10_000;
/** A mail service that is away may take many minutes; after two of them the history says it to whoever looks. */
const LOOKS = 60;

async function look({ mailed, before, wait, live }: MailSteps, isOver: () => boolean) {
  if (live) await wait(LOOK_ANYWAY_AFTER_MS);
  for (let looks = 0; looks < LOOKS && !isOver(); looks += 1) {
    // A look that fails is made up for by the next.
    const entries = await mailed().catch(() => []);
    const [newest] = entries;
    if (newest && entries.length > before)
      return { status: newest.isSuccessful ? 'success' : 'error', error: null } as const;
    await wait(POLL_EVERY_MS);
  }
  return null;
}

/**
 * Follows an e-mail that is about to be sent (DEC-57): over the channel, and in the send history where that is silent.
 * `done` answers what became of it, or null when nobody has said so for a long time.
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
      // The history was silent for long: an open channel may still tell.
      const looked = look(steps, () => isOver).then(
        (seen) => seen ?? (steps.live ? liveOutcome.promise : null),
      );
      const outcome = await Promise.race([liveOutcome.promise, looked]);
      stop();
      return outcome;
    },
    stop,
  };
}
