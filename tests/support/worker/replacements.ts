import { expect } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Replacement } from '#domain/replacement/replacement-response';
import { approveAs, as, read, submitted, withTotal } from './fixtures/client.ts';
import type { Answer } from './fixtures/client.ts';
import { drain } from './fixtures/payments.ts';
import { sql } from './fixtures/studio.ts';
import type { PersonName } from './fixtures/rows.ts';

export type ReplacementAnswer = Answer<Replacement & { code?: string; message?: string }>;

export function postPreview(
  formerId: string,
  replacementId: string,
  workflowTemplateId: string | null = null,
  name: PersonName = 'ada',
): Promise<ReplacementAnswer> {
  const body = { formerId, replacementId, workflowTemplateId };
  return as(name).post('/api/replacements?showId=alpha1', body);
}

/** A preview of Ada's. */
export async function preview(
  formerId: PersonName,
  replacementId: PersonName,
  workflowTemplateId: string | null = null,
): Promise<Replacement> {
  const answer = await postPreview(formerId, replacementId, workflowTemplateId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export function start(id: string, name: PersonName = 'ada'): Promise<ReplacementAnswer> {
  return as(name).post(`/api/replacements/${id}/start?showId=alpha1`);
}

export async function readReplacement(id: string): Promise<Replacement> {
  const answer: ReplacementAnswer = await as('ada').get(`/api/replacements/${id}?showId=alpha1`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Replaces an approver as previewed now, and waits for the result. */
export async function replace(
  formerId: PersonName,
  replacementId: PersonName,
  workflowTemplateId: string | null = null,
): Promise<Replacement> {
  const { id } = await preview(formerId, replacementId, workflowTemplateId);
  const answer = await start(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await drain();
  return readReplacement(id);
}

/** An order of Dana's that Abel has approved. */
export async function atLevel(amount = 500): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(amount));
  await approveAs(po, 'abel');
  return read('dana', po.id);
}

/** The approvers of each step. */
export const listed = ({ workflow }: Pick<PurchaseOrder, 'workflow'>) =>
  workflow?.steps.map(({ approvers }) => approvers.map(({ userId }) => userId).join(' '));

/** Since when a document waits, and for how many days it has waited before. */
export const sinceOf = (id: string) =>
  sql.alpha`SELECT d.waiting_since, d.waited_days, min(w.since) AS since FROM documents d
    JOIN waiting_approvals w ON w.document_id = d.id WHERE d.id = ${id}`;
