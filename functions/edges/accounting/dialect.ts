import type { GenericSchema } from 'valibot';
import type { AccountingInvoice, AccountingPo, AccountingPoState } from './port.ts';

/** How one accounting system encodes our documents, and the state of a purchase order in its responses. */
export interface Dialect {
  /** The system's part of the path. */
  path: 'sa' | 'v5' | 'gv';
  purchaseOrder: (po: AccountingPo) => unknown;
  invoice: (invoice: AccountingInvoice) => unknown;
  /** Parses the system's purchase order; fails on anything else. */
  poState: GenericSchema<unknown, AccountingPoState>;
}

/** Drops empty codes, which are never sent. */
export function codesOf(coding: Readonly<Record<string, string>>): [type: string, code: string][] {
  return Object.entries(coding).filter(([, code]) => code !== '');
}
