import type { DocType, Persona } from '#domain/document';
import { reviewPath } from '#domain/lifecycle/review-path';
import type { Permission } from '#domain/identity/permissions';
import type { FileOwner } from '../../upload.ts';

export { reviewPath };

/** What differs between the types of document on the screens that all three share: their names and their places. */
interface Kind {
  /** Inside a sentence. */
  noun: string;
  title: string;
  plural: string;
  /** Before its number (DEC-71). */
  short: string;
  /** The creator's list. */
  home: '/po' | '/invoice' | '/payment';
  /** The approver's list (SH-18 to SH-20). */
  queue: '/approvals/purchase-orders' | '/approvals/invoices' | '/approvals/payments';
  /** What the API calls it where it counts, and where files hang on it. */
  code: FileOwner;
  /** Null where nobody creates or voids one (DEC-28). */
  create: Permission | null;
  void: Permission | null;
}

export const kinds = {
  PO: {
    noun: 'purchase order',
    title: 'Purchase Order',
    plural: 'Purchase Orders',
    short: 'PO',
    home: '/po',
    queue: '/approvals/purchase-orders',
    code: 'po',
    create: 'CreatePurchaseOrders',
    void: 'VoidPurchaseOrders',
  },
  INVOICE: {
    noun: 'invoice',
    title: 'Invoice',
    plural: 'Invoices',
    short: 'Invoice',
    home: '/invoice',
    queue: '/approvals/invoices',
    code: 'invoice',
    create: 'CreateInvoices',
    void: 'VoidInvoices',
  },
  PAYMENT: {
    noun: 'payment',
    title: 'Payment',
    plural: 'Payments',
    short: 'Payment',
    home: '/payment',
    queue: '/approvals/payments',
    code: 'payment',
    create: null,
    void: null,
  },
} as const satisfies Record<DocType, Kind>;

/** Where the list of a persona is. */
export function listPath(docType: DocType, persona: Persona): string {
  return persona === 'APPROVER' ? kinds[docType].queue : kinds[docType].home;
}

/** Payments have no form: what would be edited is looked at (DEC-42). */
export function editPath(docType: DocType, id: string): string {
  return docType === 'PAYMENT' ? reviewPath('PAYMENT', id, 'CREATOR') : `${kinds[docType].home}/edit/${id}`;
}

/** PO-54, IN-27: a new document that begins as a copy. */
export function duplicatePath(docType: DocType, id: string): string {
  return `${kinds[docType].home}/create?duplicate=${encodeURIComponent(id)}`;
}

/** DEC-30: the next document of the approver's queue. */
export function nextPath(docType: DocType, id: string): string {
  return `${kinds[docType].home}/review/${id}/approver`;
}
