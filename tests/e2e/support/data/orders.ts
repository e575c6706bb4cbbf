import { uniqueName } from '../browser/unique-names.ts';
import { showId } from '../environment/person.ts';
import type { Person } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { VendorAddress } from '#domain/reference-data/vendor-response';
import type { Company } from '#domain/reference-data/reference-data-response';

type Body = Record<string, unknown>;

interface Named {
  id: string;
  name: string;
}

/** Returns a description that no other test has. */
export function uniqueDescription(subject = 'Lamps'): string {
  return uniqueName(subject);
}

export function aLine(over: Body = {}): Body {
  return { keyId: crypto.randomUUID(), description: 'Brass lamps', quantity: 2, unitCost: 150, ...over };
}

/** Returns a purchase order of $300.00 that a demo show accepts. `over` replaces fields. */
export async function orderBodyIn(
  api: Person,
  show: string,
  department: string,
  over: Body = {},
  vendorName = 'co',
): Promise<Body> {
  const [departments, companies, [vendor]] = await Promise.all([
    api.get<Named[]>(`/api/departments?showId=${show}`),
    api.get<Company[]>(`/api/companies?showId=${show}`),
    api.get<Named[]>(`/api/vendors?id=${show}&search=${vendorName}&t=0`),
  ]);
  const details = await api.get<{ addresses: VendorAddress[] }>(
    `/api/vendors/${vendor?.id}/details?showId=${show}`,
  );
  const [company] = companies;
  const [currency] = company?.project_company_currencies ?? [];
  return {
    showId: show,
    poDate: '2026-11-20',
    description: uniqueDescription(),
    department: departments.find(({ name }) => name === department),
    vendor,
    vendorAddress: details.addresses[0],
    projectCompanyExternalId: company?.projectCompanyExternalId,
    currency: currency?.iso_currency_code,
    projectCompanyCurrencyExternalId: currency?.external_id,
    lineItems: [aLine()],
    ...over,
  };
}

/** Returns a purchase order of the Set Decoration department in the show that most tests use. */
export function orderBody(api: Person, over: Body = {}): Promise<Body> {
  return orderBodyIn(api, showId, 'Set Decoration', over, 'Foxglove');
}

export async function createDraftOrder(
  { api }: Pick<Session, 'api'>,
  over: Body = {},
): Promise<PurchaseOrder> {
  return api.post<PurchaseOrder>('/api/pos', await orderBody(api, over));
}

/** Creates a purchase order that waits for its department head, marcus. */
export async function createSubmittedOrder(
  membership: Pick<Session, 'api'>,
  over: Body = {},
): Promise<PurchaseOrder> {
  const { id } = await createDraftOrder(membership, over);
  return membership.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

/** Approves the order at its current step. */
export async function approve({ api }: Pick<Session, 'api'>, { id }: { id: string }): Promise<PurchaseOrder> {
  const order = await api.get<PurchaseOrder>(`/api/pos/${id}`);
  await api.post('/api/workflows/approval', {
    docId: id,
    docType: 'PO',
    showId: order.showId,
    workflowStepId: order.workflow?.currentStep?.id,
  });
  return api.get<PurchaseOrder>(`/api/pos/${id}`);
}

/** Creates a purchase order that all `approvers` approved in order; usually marcus, then priya (up to $25,000). */
export async function createApprovedOrder(
  membership: Pick<Session, 'api'>,
  approvers: readonly Pick<Session, 'api'>[],
  over: Body = {},
): Promise<PurchaseOrder> {
  let order = await createSubmittedOrder(membership, over);
  // Sequential, in the order of the flow.
  for (const approver of approvers) order = await approve(approver, order);
  return order;
}
