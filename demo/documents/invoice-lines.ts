import { codingOf } from '#domain/documents/line-codes';
import { items } from './catalog.ts';
import type { DemoDocument, Line } from './document-builder.ts';
import { buildLine, codingFor } from './lines.ts';
import type { Parties } from './counterparties.ts';
import { leftOn } from './relief-book.ts';
import type { ReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';

/** Converts an order line to an invoice line: the episode becomes one of its codes (LI-01). */
function bill(line: Line, amountCents: number): Line {
  return {
    ...line,
    episode: '',
    coding: codingOf(line),
    quantityHundredths: 100,
    unitCostCents: amountCents,
    totalCents: amountCents,
    acquisitionType: 'PURCHASE',
    rentalType: 'UNDEFINED',
    rentalStart: null,
    rentalEnd: null,
  };
}

/** Builds lines against the open lines of an order: mostly the whole balance, sometimes a part or more (DEC-39). */
export function invoiceLines(
  show: Show,
  documentId: string,
  at: number,
  order: DemoDocument,
  book: ReliefBook,
): Line[] {
  const { random } = show;
  const open = order.lines.filter((line) => leftOn(book, line) > 0);
  const billed = random.some(open, random.int(1, open.length));
  return billed.map((from, n) => {
    const left = leftOn(book, from);
    const part = random.chance(0.65) ? 1 : random.chance(0.85) ? random.int(20, 80) / 100 : 1.05;
    return {
      ...bill(from, Math.max(1, Math.round(left * part))),
      id: show.newId(at),
      documentId,
      keyId: random.hex(16),
      lineNumber: n + 1,
      note: part < 1 ? 'Part delivery' : '',
      referencePo: order.header.number,
      referencePoLineNumber: from.lineNumber,
      relievePoLineId: from.id,
    };
  });
}

/** Builds lines without an order: small purchases, or a credit. */
export function ownLines(
  show: Show,
  documentId: string,
  at: number,
  { department, company }: Parties,
): Line[] {
  const { random } = show;
  const context = { documentId, department, company, at };
  const credit = random.chance(0.06);
  return Array.from({ length: random.int(1, 3) }, (_, n) => {
    const line = buildLine(show, context, n + 1, random.pick(items[department.key]));
    const account = line.coding['ACCOUNT'];
    const coding = account === undefined ? line.coding : codingFor(show, account);
    return { ...bill(line, credit ? -line.unitCostCents : line.unitCostCents), coding };
  });
}
