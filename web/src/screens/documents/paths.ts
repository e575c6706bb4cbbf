import type { DocType, Persona } from '#domain/document';
import { reviewPath } from '#domain/lifecycle/review-path';
import type { Permission } from '#domain/identity/permissions';
import type { FileOwner } from '../../upload.ts';

export { reviewPath };

/** The names and paths of a document type, for the screens that all types share. */
interface Kind {
  /** Used inside a sentence. */
  noun: string;
  title: string;
  plural: string;
  /** Shown before the number (DEC-71). */
  short: string;
  /** The path of the creator's list. */
  home: '/po' | '/invoice' | '/payment';
  /** The path of the approver's list (SH-18 to SH-20). */
  queue: '/approvals/purchase-orders' | '/approvals/invoices' | '/approvals/payments';
  /** The key of the type in the API's counts and in file ownership. */
  code: FileOwner;
  /** Null for a type that users cannot create or void (DEC-28). */
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

export function listPath(docType: DocType, persona: Persona): string {
  return persona === 'APPROVER' ? kinds[docType].queue : kinds[docType].home;
}

/** Payments have no form, so this is their review (DEC-42). */
export function editPath(docType: DocType, id: string): string {
  return docType === 'PAYMENT' ? reviewPath('PAYMENT', id, 'CREATOR') : `${kinds[docType].home}/edit/${id}`;
}

/** The path of a new document that starts as a copy (PO-54, IN-27). */
export function duplicatePath(docType: DocType, id: string): string {
  return `${kinds[docType].home}/create?duplicate=${encodeURIComponent(id)}`;
}

/** The path of the next document in the approver's queue (DEC-30). */
export function nextPath(docType: DocType, id: string): string {
  return `${kinds[docType].home}/review/${id}/approver`;
}
