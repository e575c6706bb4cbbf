import { expect } from 'vitest';
import type { DocType } from '#domain/document';
import type { LiveMessage } from '#domain/realtime/messages';
import type { SendHistory } from '#domain/purchase-orders/purchase-order';
import { as } from './studio-client.ts';
import type { SentMail } from './sent-mail.ts';
import { drain } from './studio-payments.ts';
import { deliver } from './studio-queues.ts';
import type { PersonName } from './studio-rows.ts';
import { sent, studioEnv, sql } from './studio.ts';

/** What the dialog sends (EM-05). */
export function sendingOf(docType: DocType, docId: string, own: Record<string, unknown> = {}) {
  return {
    recipients: ['ann@accounts.example'],
    ccRecipients: [],
    bccRecipients: [],
    pdfData: { docId, docType, showId: 'alpha1', userId: 'dana', persona: 'CREATOR' },
    docNumber: '1',
    emailNote: '',
    ...own,
  };
}

export interface Answered {
  success?: boolean;
  code?: string;
  message?: string;
}

export function mailAs(name: PersonName, body: unknown, headers: HeadersInit = {}) {
  return as(name).post<Answered>('/api/reports/email-pdf/?showId=alpha1', body, headers);
}

/** Dana asks for an e-mail with a purchase order; its message is the only one in the queue. */
export async function askedToMail(id: string, own: Record<string, unknown> = {}): Promise<void> {
  sent.outbox.length = 0;
  const answer = await mailAs('dana', sendingOf('PO', id, own));
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
}

/** The errands of the document's e-mails. */
export function mailRows(id: string) {
  return sql.alpha<{
    done_at: string | null;
    error: string | null;
    attempts: number;
  }>`SELECT done_at, error, attempts FROM outbox WHERE kind = 'email-pdf' AND document_id = ${id}`;
}

/** What rests before its next try is due now. */
export async function endRest(id: string): Promise<void> {
  await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE document_id = ${id}`;
}

/** Hands over what waits in the outbox queue, other people's notifications included; answers the mail of documents. */
export async function carried(env: Env = studioEnv): Promise<SentMail[]> {
  const before = sent.mail.length;
  await deliver('backlot-outbox', sent.outbox.splice(0), env);
  return sent.mail.slice(before);
}

/** The entries about e-mails on the document as this person reads it, newest first (EM-16). */
export async function mailedHistory(
  name: PersonName,
  folder: 'pos' | 'invoices' | 'payments',
  id: string,
): Promise<SendHistory[]> {
  const { body } = await as(name).get<{ sendHistoryResource: SendHistory[] }>(
    `/api/${folder}/${id}?showId=alpha1`,
  );
  return body.sendHistoryResource.filter(({ sendType }) => sendType !== 'ACCOUNTING');
}

/** A mail service that says no to every message, or to those that `refuses` picks. */
export function refusing(code: string | null, refuses: (mail: SentMail) => boolean = () => true): Env {
  const send = async (mail: SentMail) => {
    if (!refuses(mail)) {
      sent.mail.push(mail);
      return;
    }
    const error = new Error('550 <ann@accounts.example> does not exist');
    throw code === null ? error : Object.assign(error, { code });
  };
  return { ...studioEnv, EMAIL: { send } } as unknown as Env;
}

/** The same Worker, with what it tells its sockets. */
export function listening(env: Env = studioEnv): { env: Env; told: LiveMessage[] } {
  const told: LiveMessage[] = [];
  const stub = { tell: async (...messages: LiveMessage[]) => void told.push(...messages) };
  return { env: { ...env, REALTIME: { getByName: () => stub } } as unknown as Env, told };
}

/** Delivers what is queued; returns who was mailed which subject, without the name of the show. */
export async function mailedSubjects(): Promise<string[]> {
  sent.mail.length = 0;
  await drain();
  return sent.mail
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(' (Alpha Station)', '')}`)
    .toSorted();
}

/** The first link of each e-mail. */
export const links = () => sent.mail.map(({ text }) => /https:\S+/.exec(text)?.[0]);
