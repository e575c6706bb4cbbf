import type { DocType } from '#domain/document';
import { documentTitles } from './pdf-options.ts';

const nouns = {
  PO: { this: 'this purchase order', a: 'a purchase order' },
  INVOICE: { this: 'this invoice', a: 'an invoice' },
  PAYMENT: { this: 'this payment', a: 'a payment' },
} as const satisfies Record<DocType, Record<'this' | 'a', string>>;

/** False for no number and for `NA`, the masked number (DEC-17). */
function hasNumber(number: string): boolean {
  return number !== '' && number !== 'NA';
}

/**
 * Returns a document's name inside a sentence: `PO #00042`, or without a number `this purchase order`, or `a purchase
 * order` where the reader is not looking at the document (DEC-71).
 */
export function documentName(docType: DocType, number: string, article: 'this' | 'a' = 'this'): string {
  return hasNumber(number) ? `${documentTitles[docType]} #${number}` : nouns[docType][article];
}

/** Returns a document's name in a list or a link: `PO #00042`, or `PO`. */
export function documentLabel(docType: DocType, number: string): string {
  return hasNumber(number) ? `${documentTitles[docType]} #${number}` : documentTitles[docType];
}

/** Capitalizes a sentence that begins with a document name: `This purchase order was approved`. */
export function capitalize(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** Returns the name for a short message such as `Purchase order saved.` */
export function nameInBrief(name: string): string {
  return capitalize(name.replace(/^this /, ''));
}
