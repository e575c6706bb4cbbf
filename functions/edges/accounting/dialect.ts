import type { GenericSchema } from 'valibot';
import type { AccountingInvoice, AccountingPo, AccountingPoState } from './port.ts';

/** How one accounting system writes our documents, and how it answers about a purchase order. */
export interface Dialect {
  /** The system's part of the path. */
  path: 'sa' | 'v5' | 'gv';
  purchaseOrder: (po: AccountingPo) => unknown;
  invoice: (invoice: AccountingInvoice) => unknown;
  /** Reads the system's purchase order into ours; fails on anything else. */
  poState: GenericSchema<unknown, AccountingPoState>;
}

/** Empty codes are never sent. */
export function codesOf(coding: Readonly<Record<string, string>>): [type: string, code: string][] {
  return Object.entries(coding).filter(([, code]) => code !== '');
}
