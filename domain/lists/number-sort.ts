import type { DocType } from '#domain/document';
import { numberPattern } from './lists.ts';

/** Returns the sort key of a document number; '' for a purchase order without one (DEC-17, DEC-18). */
export function numberSortOf(type: DocType, number: string): string {
  if (type !== 'PO') return numberPattern(number);
  return number === '' ? '' : number.padStart(10, '0');
}
