import type { Company } from '../../../../domain/reference-data/company.ts';
import type { PurchaseOrder } from '../../../../domain/purchase-orders/purchase-order.ts';
import type { VendorAddress } from '../../../../domain/reference-data/vendor.ts';
import { freshName } from '../browser/fresh.ts';
import { showId } from '../environment/person.ts';
import type { Person } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';

type Body = Record<string, unknown>;

interface Named {
  id: string;
  name: string;
}

/** A description that no other test has. */
export function freshDescription(subject = 'Lamps'): string {
  return freshName(subject);
}

export function aLine(over: Body = {}): Body {
  return { keyId: crypto.randomUUID(), description: 'Brass lamps', quantity: 2, unitCost: 150, ...over };
}

/** A purchase order that a demo show accepts, in a department of this person: $300.00 unless `over` says else. */
export async function bodyIn(
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
    description: freshDescription(),
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

/** One of the Set Decoration department in the show that most tests work in. */
export function orderBody(api: Person, over: Body = {}): Promise<Body> {
  return bodyIn(api, showId, 'Set Decoration', over, 'Foxglove');
}

/** A saved draft. */
export async function draft({ api }: Pick<Session, 'api'>, over: Body = {}): Promise<PurchaseOrder> {
  return api.post<PurchaseOrder>('/api/pos', await orderBody(api, over));
}

/** A purchase order that waits for its department head, marcus. */
export async function submitted(membership: Pick<Session, 'api'>, over: Body = {}): Promise<PurchaseOrder> {
  const { id } = await draft(membership, over);
  return membership.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

/** One approval, at the step where the document is. */
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

/** A fully approved purchase order: by `approvers` in turn, as a rule marcus, then priya (up to $25,000). */
export async function approved(
  membership: Pick<Session, 'api'>,
  approvers: readonly Pick<Session, 'api'>[],
  over: Body = {},
): Promise<PurchaseOrder> {
  let order = await submitted(membership, over);
  // In turn, as the flow demands.
  for (const approver of approvers) order = await approve(approver, order);
  return order;
}
