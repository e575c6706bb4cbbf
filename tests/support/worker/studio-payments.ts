import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Payment } from '#domain/payments/payment';
import { loadStatement, type Row as BookRow } from '../../../sandbox/tables.ts';
import { ledger } from './sandbox.ts';
import { licenses } from './sandbox-books.ts';
import { as } from './studio-client.ts';
import type { ActionBody, Answer } from './studio-client.ts';
import { deliver } from './studio-queues.ts';
import type { PersonName } from './studio-rows.ts';
import { openStudio, rowsOf, sent, setSettings, sql } from './studio.ts';

const show = 'alpha1';

/** The account that the books' own payments leave from, and one of another flow. */
export const accounts = { operating: '••4411', foreign: '••9900', loose: '••0000' } as const;

interface Step {
  limit: number | null;
  needed: number;
  approvers: readonly PersonName[];
}

const flows: Record<string, readonly Step[]> = {
  operating: [
    { limit: 100_000, needed: 1, approvers: ['lena', 'luis'] },
    { limit: 50_000_000, needed: 2, approvers: ['sol', 'hugo', 'abel'] },
  ],
  foreign: [{ limit: null, needed: 1, approvers: ['hugo'] }],
};

async function addFlow(slug: string, steps: readonly Step[]): Promise<void> {
  const id = `${show}_pay_${slug}`;
  await rowsOf(
    show,
    `INSERT INTO workflow_templates (id, show_id, slug, name, template_type, created_at)
     VALUES (?, ?, ?, ?, 'PAYMENT', '2026-01-05T09:00:00.000Z')`,
    id,
    show,
    slug,
    `Flow ${slug}`,
  );
  for (const [index, { limit, needed, approvers }] of steps.entries()) {
    const step = `${id}_${index + 1}`;
    await rowsOf(
      show,
      `INSERT INTO workflow_template_steps (id, show_id, template_id, step_order, name, kind, amount_limit_cents, approvals_needed)
       VALUES (?, ?, ?, ?, ?, 'STANDARD', ?, ?)`,
      step,
      show,
      id,
      index + 1,
      `Step ${index + 1}`,
      limit,
      needed,
    );
    for (const [position, name] of approvers.entries())
      await rowsOf(
        show,
        'INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position) VALUES (?, ?, ?, ?)',
        show,
        step,
        name,
        position,
      );
  }
}

async function addAccount(name: keyof typeof accounts, templateId: string | null): Promise<void> {
  const id = `${show}_bank_${name}`;
  await rowsOf(
    show,
    `INSERT INTO bank_accounts (id, show_id, external_id, name, iso_currency_code) VALUES (?, ?, ?, ?, 'USD')`,
    id,
    show,
    accounts[name],
    `Account ${name}`,
  );
  if (templateId)
    await rowsOf(
      show,
      'INSERT INTO workflow_template_bank_accounts (show_id, bank_account_id, template_id) VALUES (?, ?, ?)',
      show,
      id,
      templateId,
    );
}

/** Who has a module of the first show: all but these. */
export async function toggle(name: PersonName, column: string, on: 0 | 1): Promise<void> {
  await env.DIRECTORY.prepare(`UPDATE memberships SET ${column} = ? WHERE user_id = ?`).bind(on, name).run();
}

/**
 * The studio with payments in its first show: everybody but Carl has them, two flows by bank account, `operating` being
 * the default. The books have `p1` (2,500.00) and `p2` (0.99), which nobody has imported yet.
 */
export async function openPayments(): Promise<void> {
  await openStudio();
  await sql.directory`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = ${show}`;
  await sql.directory`UPDATE memberships SET payment_module_visible = 1`;
  await toggle('carl', 'payment_module_visible', 0);
  await setSettings(show, { paymentModuleVisible: true });
  for (const [slug, steps] of Object.entries(flows)) await addFlow(slug, steps);
  await addAccount('operating', `${show}_pay_operating`);
  await addAccount('foreign', `${show}_pay_foreign`);
  await addAccount('loose', null);
  await rowsOf(
    show,
    'UPDATE show_settings SET default_payment_workflow_id = ? WHERE show_id = ?',
    `${show}_pay_operating`,
    show,
  );
}

let numbers = 0;

/** A payment as accounting makes it out, 50.00 by ACH to Lumen. */
export function bookPayment(externalId: string, own: Partial<BookRow<'payments'>> = {}): BookRow<'payments'> {
  numbers += 1;
  return {
    license: licenses.SA,
    externalId,
    number: `E${String(numbers).padStart(5, '0')}`,
    createdAt: '2026-11-04T18:00:00.000Z',
    vendorExternalId: 'lumen',
    payeeName: 'Lumen Rentals Inc',
    paymentType: 'ACH',
    bankName: 'First Harbor Bank',
    bankAccount: accounts.operating,
    currencyCode: 'USD',
    totalCents: 5_000,
    status: 'OPEN',
    releasedAt: null,
    ...own,
  };
}

export async function addToBooks(...rows: BookRow<'payments'>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 100)
    await ledger.batch([loadStatement(ledger, 'payments', rows.slice(from, from + 100))]);
}

/** Changes a payment in the books, as an accountant would. */
export async function changeBooks(externalId: string, column: string, value: string | number): Promise<void> {
  await ledger
    .prepare(`UPDATE payments SET ${column} = ? WHERE license = ? AND external_id = ?`)
    .bind(value, licenses.SA, externalId)
    .run();
}

/** Hands over everything that waits in the queue, and what follows from it. */
export async function drain(): Promise<number> {
  let delivered = 0;
  while (sent.outbox.length > 0) {
    const messages = sent.outbox.splice(0, 10);
    delivered += messages.length;
    await deliver('backlot-outbox', messages);
  }
  return delivered;
}

/** Has the books' payments imported by the queue, because somebody asked. */
export async function importNow(): Promise<void> {
  const answer = await as('ada').post(`/api/payments/refresh?showId=${show}`);
  expect(answer.status).toBe(202);
  await drain();
}

/** Our id of a payment of the books. */
export async function idOf(externalId: string): Promise<string> {
  const [row] = await rowsOf<{ document_id: string }>(
    show,
    'SELECT document_id FROM payments WHERE external_id = ?',
    externalId,
  );
  if (!row) throw new Error(`${externalId} is not imported`);
  return row.document_id;
}

export async function readPayment(name: PersonName, id: string): Promise<Payment> {
  const answer = await as(name).get<Payment>(`/api/payments/${id}?showId=${show}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Puts payments into the books, imports them, and answers their ids in order. */
export async function imported(...rows: BookRow<'payments'>[]): Promise<string[]> {
  await addToBooks(...rows);
  await importNow();
  return Promise.all(rows.map(({ externalId }) => idOf(externalId)));
}

export function submitAs(name: PersonName, id: string, workflowTemplateSlug: string | null = null) {
  return as(name).put<Payment & { code?: string; message?: string }>(
    `/api/payments/${id}/submit?showId=${show}`,
    workflowTemplateSlug === null ? {} : { workflowTemplateSlug },
  );
}

/** Imports payments and submits each; answers their ids in order. */
export async function submittedPayments(...rows: BookRow<'payments'>[]): Promise<string[]> {
  const ids = await imported(...rows);
  for (let from = 0; from < ids.length; from += 10) {
    const answers = await Promise.all(ids.slice(from, from + 10).map((id) => submitAs('dana', id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  sent.outbox.length = 0;
  return ids;
}

/** Approve or deny at the current step of the payment, unless `own` says otherwise. */
export async function act(
  name: PersonName,
  word: 'approval' | 'deny' | 'revision' | 'void',
  id: string,
  own: Record<string, unknown> = {},
): Promise<Answer<ActionBody>> {
  const { workflow } = await readPayment('ada', id);
  return as(name).post<ActionBody>(`/api/workflows/${word}`, {
    docId: id,
    docType: 'PAYMENT',
    showId: show,
    workflowStepId: workflow?.currentStep?.id ?? null,
    ...own,
  });
}

/** Plans misbehaviour of the books. */
export async function planBooks(
  operation: 'payment.release' | 'payment.list',
  plan: { mode?: 'FAIL' | 'DELAY'; times?: number; status?: number; message?: string; delayMs?: number },
): Promise<void> {
  const { mode = 'FAIL', times = 1, status = 422, message = '', delayMs = 0 } = plan;
  await sql.ledger`INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
    VALUES (${licenses.SA}, ${operation}, ${mode}, ${times}, ${status}, ${message}, ${delayMs})`;
}

/** How often each payment was released in the books, by our id. */
export async function releasesOf(): Promise<Record<string, number>> {
  const { results } = await ledger
    .prepare(
      `SELECT doc_id AS docId, count(*) AS n FROM ledger_entries WHERE kind = 'PAYMENT_RELEASE' GROUP BY doc_id`,
    )
    .all<{ docId: string; n: number }>();
  return Object.fromEntries(results.map(({ docId, n }) => [docId, n]));
}
