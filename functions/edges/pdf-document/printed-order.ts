import type { DateFormat } from '#domain/days';
import type { PurchaseOrder } from '#domain/purchase-order';

/** Who sends the document: the production company over the show. */
export interface Letterhead {
  /** The production company's legal name; the PO's own company when it has one. */
  productionCompany: string;
  /** Street, city and so on, one line each; empty lines are dropped. */
  addressLines: readonly string[];
  showName: string;
  /** Licence or production number; '' leaves it out. */
  showNumber: string;
  /** Phone or e-mail of the production office; '' leaves it out. */
  contact: string;
}

/** PD-11; the caller fills in the defaults. */
export interface PurchaseOrderOptions {
  includePoNotes: boolean;
  includePoAttachments: boolean;
  includePoHistory: boolean;
  includeTC: boolean;
}

/** Everything one printed purchase order is made of. */
export interface PrintedOrder {
  purchaseOrder: PurchaseOrder;
  letterhead: Letterhead;
  options: PurchaseOrderOptions;
  /** IANA name (DEC-49). */
  timeZone: string;
  /** SE-25; null is the system default, which on paper is the US form. */
  dateFormat: DateFormat | null;
  /** Whether the company's terms and conditions follow as pages of their own. */
  hasTerms: boolean;
}
