import { expect } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { aLine, approveAs, as, read, submitted } from './studio-client.ts';
import type { Answer } from './studio-client.ts';
import type { PersonName } from './studio-rows.ts';

export type OrderAnswer = Answer<PurchaseOrder & { code?: string; errors?: string[] }>;

/** Carries a submitted order of up to 1,000.00 through both levels. */
export async function approveAll(po: PurchaseOrder): Promise<void> {
  const answer = await approveAs(po, 'abel', 'lena', 'luis');
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status: 'APPROVED' });
}

/** An approved order as `name` reads it: 3 sofas at 100.00 unless `own` says otherwise. */
export async function approved(
  name: PersonName,
  own: Parameters<typeof submitted>[1] = {},
): Promise<PurchaseOrder> {
  const po = await submitted(name, own);
  await approveAll(po);
  return read(name, po.id);
}

/** Asks for a change order. */
export function adjust(
  name: PersonName,
  poId: string,
  reason: unknown = 'One more week',
): Promise<OrderAnswer> {
  return as(name).post('/api/workflows/adjust', { poId, reason });
}

export function discard(name: PersonName, poId: string): Promise<OrderAnswer> {
  return as(name).post(`/api/pos/${poId}/discard-change-order`);
}

export function submit(name: PersonName, poId: string): Promise<OrderAnswer> {
  return as(name).put(`/api/pos/${poId}/submit?r=0`);
}

export function save(
  name: PersonName,
  po: PurchaseOrder,
  own: Partial<Record<keyof ReturnType<typeof draftOf>, unknown>> = {},
): Promise<OrderAnswer> {
  return as(name).put(`/api/pos/${po.id}?persona=CREATOR`, { ...draftOf(po), ...own });
}

/** The order's lines with one more at the end: a lamp of 50.00 unless `own` says otherwise. */
export function oneMoreLine(po: PurchaseOrder, own: Record<string, unknown> = {}): unknown[] {
  const lamp = aLine({ description: 'Lamps', quantity: 1, unitCost: 50, ...own });
  return [...draftOf(po).lineItems, lamp];
}

/** An approved order with an open change order of its creator, one new line in it, still a draft. */
export async function withChangeOrder(
  name: PersonName,
  own: Parameters<typeof submitted>[1] = {},
): Promise<{ before: PurchaseOrder; open: PurchaseOrder }> {
  const before = await approved(name, own);
  const requested = await adjust(name, before.id);
  expect(requested.status, JSON.stringify(requested.body)).toBe(200);
  const saved = await save(name, requested.body, { lineItems: oneMoreLine(requested.body) });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return { before, open: saved.body };
}

/** Such a change order, fully approved. */
export async function withApprovedChangeOrder(name: PersonName): Promise<PurchaseOrder> {
  const { open } = await withChangeOrder(name);
  const sent = await submit(name, open.id);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await approveAll(sent.body);
  return read(name, open.id);
}
