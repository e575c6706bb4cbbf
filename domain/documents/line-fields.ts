import { fieldsOf } from './text-fields.ts';
import type { TextField, TextsOf } from './text-fields.ts';

/** A text of a line. Besides what derives from a text, so do its form field, its columns in log and import, and its print. */
export interface LineField extends TextField {
  /** What edits it: a text box, a list of its own, or the account codes that it is one of. */
  control: 'text' | 'list' | 'codes';
  /** The least width of its column in the form, in rem. */
  formWidth: number;
  /** Whether a current approver may correct it, which starts no approval again (DEC-51). */
  isCoding: boolean;
  /** The width of its column in the log, in characters. Null: the log has no such column (DEC-68). */
  logWidth: number | null;
  /** Other headings of its column in what is pasted or imported. */
  aliases: readonly string[];
  /** Whether a file of purchase orders may have it (DEC-52). */
  isImported: boolean;
}
export type LineFields = Readonly<Record<string, LineField>>;

const taxCode = {
  label: 'Tax Code',
  maxLength: 100,
  isNullable: true,
  control: 'list',
  formWidth: 4.5,
  isCoding: true,
  logWidth: 10,
  aliases: ['Tax'],
  isImported: true,
} as const satisfies LineField;

/** The texts of a purchase order line. Its description, numbers, rental and account codes are fields of their own. */
export const orderLineFields = {
  episode: {
    label: 'Episode',
    maxLength: 50,
    isNullable: false,
    control: 'codes',
    formWidth: 0,
    isCoding: true,
    logWidth: null,
    aliases: [],
    isImported: false,
  },
  taxCode,
} as const satisfies LineFields;

/** The texts of an invoice line. Its description, amount, reference and account codes are fields of their own. */
export const invoiceLineFields = {
  taxCode,
  note: {
    label: 'Note',
    // DEC-54
    maxLength: 100,
    isNullable: false,
    control: 'text',
    formWidth: 7,
    isCoding: false,
    logWidth: null,
    aliases: ['Notes'],
    isImported: false,
  },
} as const satisfies LineFields;

/** The description, which every line has and must have. */
export const descriptionField = { maxLength: 1000 } as const;

export type OrderLineTexts = TextsOf<typeof orderLineFields>;
export type InvoiceLineTexts = TextsOf<typeof invoiceLineFields>;

/** The field of this name that has a text box, or null. */
export function textBoxOf(fields: LineFields, name: string): LineField | null {
  const field = fields[name];
  return field?.control === 'text' ? field : null;
}

/** What is in the text boxes of a line, with their labels: the texts that no column of a page shows. */
export function labelledTexts<Fields extends LineFields>(fields: Fields, line: TextsOf<Fields>) {
  return fieldsOf(fields).flatMap(({ name, label, control }) => {
    const value = line[name];
    return control === 'text' && value ? [{ name, label, value }] : [];
  });
}

/** The same as they are printed: `Note: delivered twice`. */
export function printedTexts<Fields extends LineFields>(fields: Fields, line: TextsOf<Fields>): string[] {
  return labelledTexts(fields, line).map(({ label, value }) => `${label}: ${value}`);
}
