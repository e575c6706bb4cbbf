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
import { wordsFor } from '../../../words.ts';
import { readDocument } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import type { ExportOptions } from './export-options.ts';
import { followMail } from './watch-mail.ts';
import type { MailOutcome } from './watch-mail.ts';
import { wait } from '../../../delay.ts';

/** EM-01: what is filled in to send a document. */
export interface MailDraft {
  to: TypedRecipients;
  cc: TypedRecipients;
  /** Null while it is not shown: what is out of sight gets no e-mail. */
  bcc: TypedRecipients | null;
  note: string;
}

export const nobody: TypedRecipients = { chips: [], typed: '' };

/** EM-02; accounting, which makes payments out, reads no e-mail: then it is the sender. */
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

function untyped({ chips }: TypedRecipients): TypedRecipients {
  return { chips, typed: '' };
}

/** Why it cannot go; what is being typed is no mistake yet. */
function refusalOf({ to, cc, bcc, note }: MailDraft, docType: DocType) {
  const draft = { to: untyped(to), cc: untyped(cc), bcc: bcc && untyped(bcc), note };
  return sendingRefusal(distinctRecipients(recipientsOf(draft)), note, docType);
}

function useTold(document: StoredDocument): (outcome: MailOutcome | null) => void {
  const flash = useToast();
  const { name } = document;
  return (outcome) => {
    if (!outcome) return;
    const failure = [`${capitalize(name)} could not be sent.`, outcome.error].filter(Boolean).join(' ');
    if (outcome.status === 'success') flash('success', `${nameInBrief(name)} successfully sent.`);
    else flash('failure', failure);
  };
}

/** Watches what becomes of the next e-mail of this document, from before it is asked for. */
function useFollowing(document: StoredDocument, persona: Persona) {
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
    // What is shown may be older than the e-mail before this one.
    const before = await mailed().catch(() => ownMails(document));
    return followMail({
      docId: id,
      mailed,
      before: before.length,
      // A channel that is closed now would only be waited for.
      live: live?.isOpen() ? live : null,
      wait,
    });
  };
}

/** The e-mail step: what is filled in, why it cannot go, and its way out (EM-01 to EM-09, DEC-57). */
export function useMail(document: StoredDocument, persona: Persona) {
  const { user, config } = useSession();
  const flash = useToast();
  const follow = useFollowing(document, persona);
  const told = useTold(document);
  const fresh = (): MailDraft => ({
    to: nobody,
    cc: { chips: [creatorOf(document, user.username)], typed: '' },
    bcc: null,
    note: '',
  });
  const [draft, setDraft] = useState(fresh);
  const [isSending, setSending] = useState(false);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { docType, id, showId, name, number } = document;
  const refusal = refusalOf(draft, docType);
  // That nobody is named yet is said when one sends; what is wrong is said at once.
  const isSaid = isTried || refusal?.code !== 'MISSING_REQUIRED_FIELDS';

  const post = async (options: ExportOptions) => {
    const json = {
      ...recipientsOf(draft),
      pdfData: { docId: id, docType, showId, userId: user.id, persona, options },
      docNumber: number,
      emailNote: draft.note,
      timeZone,
      // EM-06
      ...(docType === 'INVOICE' && { displayIndicators: config.settings.displayReliefIndicatorsPdf }),
    };
    const call = { json, query: { showId } };
    await ask(api.api.reports['email-pdf'].$post(call));
  };
  /** Answers whether it is on its way; a banner says later what became of it, wherever the user is by then. */
  const send = async (options: ExportOptions): Promise<boolean> => {
    setTried(true);
    setFailure(null);
    if (sendingRefusal(distinctRecipients(recipientsOf(draft)), draft.note, docType)) return false;
    setSending(true);
    const mail = await follow();
    try {
      await post(options);
      flash('info', `${capitalize(name)} is being sent.`);
      void mail.done().then(told);
      setDraft(fresh());
      setTried(false);
      return true;
    } catch (error) {
      mail.stop();
      const known = error instanceof ApiError ? (error.text ?? wordsFor(error.code)) : null;
      setFailure(known ?? `${capitalize(name)} could not be sent.`);
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
    problem: failure ?? (isSaid ? (refusal?.message ?? null) : null),
    send,
  };
}

export type Mail = ReturnType<typeof useMail>;
