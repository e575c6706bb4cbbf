import type { DocType } from '#domain/document';
import { numberPattern } from './lists.ts';

/** What numbers of a type are sorted by; a purchase order without a number has none (DEC-17, DEC-18). */
export function numberSortOf(type: DocType, number: string): string {
  if (type !== 'PO') return numberPattern(number);
  return number === '' ? '' : number.padStart(10, '0');
}
