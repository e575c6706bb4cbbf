import * as v from 'valibot';
import { BooksRefusal } from '../env.ts';

/** The stored form of a posted document, independent of its three formats. Money is integer cents. */
export interface PostedLine {
  lineId: string;
  lineNumber: number;
  totalCents: number;
  codes: readonly { type: string; code: string }[];
  taxCode: string | null;
  relievedLineId: string | null;
}

export interface PostedDocument {
  docId: string;
  revision: number;
  number: string;
  description: string;
  vendorExternalId: string;
  companyExternalId: string;
  currencyCode: string;
  currencyExternalId: string;
  totalCents: number;
  /** 0 without a change order. */
  changeOrder: number;
  lines: readonly PostedLine[];
}

export interface OrderInBooks {
  docId: string;
  revision: number;
  isVoid: boolean;
  lines: readonly {
    lineId: string;
    lineNumber: number;
    totalCents: number;
    openCents: number;
    transactionId: string;
  }[];
}

/** The document format of one system. */
export interface Dialect {
  /** Maximum length of a description per type. */
  longest: { order: number; invoice: number };
  /** Whether a change order may lower the amount of a line that is already posted. */
  acceptsLowerLines: boolean;
  readOrder: (body: unknown) => PostedDocument;
  readInvoice: (body: unknown) => PostedDocument;
  writeOrder: (order: OrderInBooks) => unknown;
}

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const text = v.pipe(v.string(), v.maxLength(1000));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const wholeNumber = v.pipe(v.number(), v.safeInteger());

/** Parses a body by its schema. Throws with the name of the first invalid field. */
export function parseBody<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new BooksRefusal(
    400,
    `The document cannot be read: ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
  );
}
