import { useState } from 'react';
import type { DocType, Persona } from '#domain/document';
import { capitalize, nameInBrief } from '#domain/documents/document-name';
import { distinctRecipients, sendingRefusal } from '#domain/documents/document-mail';
import { ApiError, api, ask } from '../../../api.ts';
import { timeZone } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { addressesOf } from '../../../parts/fields/typed-recipients.ts';
import type { TypedRecipients } from '../../../parts/fields/typed-recipients.ts';
import { useLive } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { messageFor } from '../../../words.ts';
import { readDocument } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import type { ExportOptions } from './export-options.ts';
import { followMail } from './watch-mail.ts';
import type { MailOutcome } from './watch-mail.ts';
import { wait } from '../../../delay.ts';

/** The input of the e-mail step (EM-01). */
export interface MailDraft {
  to: TypedRecipients;
  cc: TypedRecipients;
  /** Null while the field is hidden. Hidden recipients get no e-mail. */
  bcc: TypedRecipients | null;
  note: string;
}

export const noRecipients: TypedRecipients = { chips: [], typed: '' };

/**
 * The creator, who gets a copy (EM-02). Payments are created by accounting, which reads no e-mail, so the sender
 * replaces it.
 */
function creatorOf({ wire }: StoredDocument, sender: string): string {
  return ('username' in wire.creator && wire.creator.username) || sender;
}

function recipientsOf({ to, cc, bcc }: MailDraft) {
  return {
    recipients: addressesOf(to),
    ccRecipients: addressesOf(cc),
    bccRecipients: bcc ? addressesOf(bcc) : [],
  };
}

function withoutTyped({ chips }: TypedRecipients): TypedRecipients {
  return { chips, typed: '' };
}

/** Why the e-mail cannot be sent. Text that is still being typed is not an error yet. */
function refusalOf({ to, cc, bcc, note }: MailDraft, docType: DocType) {
  const draft = { to: withoutTyped(to), cc: withoutTyped(cc), bcc: bcc && withoutTyped(bcc), note };
  return sendingRefusal(distinctRecipients(recipientsOf(draft)), note, docType);
}

function useOutcomeToast(document: StoredDocument): (outcome: MailOutcome | null) => void {
  const flash = useToast();
  const { name } = document;
  return (outcome) => {
    if (!outcome) return;
    const failure = [`${capitalize(name)} could not be sent.`, outcome.error].filter(Boolean).join(' ');
    if (outcome.status === 'success') flash('success', `${nameInBrief(name)} successfully sent.`);
    else flash('failure', failure);
  };
}

/** Watches for the result of the next e-mail of this document. Starts before the e-mail is requested. */
function useMailWatch(document: StoredDocument, persona: Persona) {
  const { user } = useSession();
  const live = useLive();
  const { docType, id, showId } = document;
  const ownMails = ({ sendHistoryResource }: StoredDocument) =>
    sendHistoryResource.filter(
      ({ sendType, senderFirstName, senderLastName }) =>
        sendType === 'EMAIL' && senderFirstName === user.firstName && senderLastName === user.lastName,
    );
  const mailed = async () => ownMails(await readDocument(docType, showId, id, persona));
  return async () => {
    // The displayed document may lack the previous e-mail.
    const before = await mailed().catch(() => ownMails(document));
    return followMail({
      docId: id,
      mailed,
      before: before.length,
      // A closed channel would only delay the check of the send history.
      live: live?.isOpen() ? live : null,
      wait,
    });
  };
}

/** The state of the e-mail step (EM-01 to EM-09, DEC-57). */
export function useMail(document: StoredDocument, persona: Persona) {
  const { user, config } = useSession();
  const flash = useToast();
  const follow = useMailWatch(document, persona);
  const showOutcome = useOutcomeToast(document);
  const newDraft = (): MailDraft => ({
    to: noRecipients,
    cc: { chips: [creatorOf(document, user.username)], typed: '' },
    bcc: null,
    note: '',
  });
  const [draft, setDraft] = useState(newDraft);
  const [isSending, setSending] = useState(false);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { docType, id, showId, name, number } = document;
  const refusal = refusalOf(draft, docType);
  // A missing recipient is reported only after the user presses Send, other mistakes at once.
  const isRefusalShown = isTried || refusal?.code !== 'MISSING_REQUIRED_FIELDS';

  const post = async (options: ExportOptions) => {
    const json = {
      ...recipientsOf(draft),
      pdfData: { docId: id, docType, showId, userId: user.id, persona, options },
      docNumber: number,
      emailNote: draft.note,
      timeZone,
      // (EM-06)
      ...(docType === 'INVOICE' && { displayIndicators: config.settings.displayReliefIndicatorsPdf }),
    };
    const call = { json, query: { showId } };
    await ask(api.api.reports['email-pdf'].$post(call));
  };
  /** Returns whether the e-mail was accepted. A toast reports the result later, on any page. */
  const send = async (options: ExportOptions): Promise<boolean> => {
    setTried(true);
    setFailure(null);
    if (sendingRefusal(distinctRecipients(recipientsOf(draft)), draft.note, docType)) return false;
    setSending(true);
    const mail = await follow();
    try {
      await post(options);
      flash('info', `${capitalize(name)} is being sent.`);
      void mail.done().then(showOutcome);
      setDraft(newDraft());
      setTried(false);
      return true;
    } catch (error) {
      mail.stop();
      const serverMessage = error instanceof ApiError ? (error.text ?? messageFor(error.code)) : null;
      setFailure(serverMessage ?? `${capitalize(name)} could not be sent.`);
      return false;
    } finally {
      setSending(false);
    }
  };
  return {
    draft,
    change: (changes: Partial<MailDraft>) => {
      setFailure(null);
      setDraft((before) => ({ ...before, ...changes }));
    },
    isSending,
    problem: failure ?? (isRefusalShown ? (refusal?.message ?? null) : null),
    send,
  };
}

export type Mail = ReturnType<typeof useMail>;
