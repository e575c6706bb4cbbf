import type { DocType } from '#domain/document';
import { captions } from './pdf-options.ts';

const nouns = {
  PO: { this: 'this purchase order', a: 'a purchase order' },
  INVOICE: { this: 'this invoice', a: 'an invoice' },
  PAYMENT: { this: 'this payment', a: 'a payment' },
} as const satisfies Record<DocType, Record<'this' | 'a', string>>;

/** Whether there is a number that the reader may see: `NA` stands for a masked one, and for none (DEC-17). */
function hasNumber(number: string): boolean {
  return number !== '' && number !== 'NA';
}

/**
 * A document inside a sentence (DEC-71): `PO #00042`; without a number `this purchase order`, or `a purchase order` where the
 * reader has no document before them.
 */
export function documentName(docType: DocType, number: string, article: 'this' | 'a' = 'this'): string {
  return hasNumber(number) ? `${captions[docType]} #${number}` : nouns[docType][article];
}

/** A document in a list or a link: `PO #00042`, or `PO`. */
export function documentLabel(docType: DocType, number: string): string {
  return hasNumber(number) ? `${captions[docType]} #${number}` : captions[docType];
}

/** `This purchase order was approved`: a sentence that begins with a name. */
export function capitalize(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** `Purchase order saved.`: the name before a participle, as a short message has it. */
export function nameInBrief(name: string): string {
  return capitalize(name.replace(/^this /, ''));
}
