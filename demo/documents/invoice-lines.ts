import { codingOf } from '#domain/documents/line-codes';
import { wares } from './catalog.ts';
import type { Life, Line } from './document-builder.ts';
import { buildLine, codingFor } from './lines.ts';
import type { Parties } from './counterparties.ts';
import { leftOn } from './relief-book.ts';
import type { ReliefBook } from './relief-book.ts';
import type { Show } from '../show/show.ts';

/** As an invoice takes a line over: the episode is one of its codes (LI-01). */
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

/** Lines against the open lines of an order: mostly the whole balance, sometimes a part, now and then more (DEC-39). */
export function invoiceLines(
  show: Show,
  documentId: string,
  at: number,
  order: Life,
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

/** Lines without an order: a bill for something bought on the day, or a credit. */
export function ownLines(
  show: Show,
  documentId: string,
  at: number,
  { department, company }: Parties,
): Line[] {
  const { random } = show;
  const place = { documentId, department, company, at };
  const credit = random.chance(0.06);
  return Array.from({ length: random.int(1, 3) }, (_, n) => {
    const line = buildLine(show, place, n + 1, random.pick(wares[department.key]));
    const account = line.coding['ACCOUNT'];
    const coding = account === undefined ? line.coding : codingFor(show, account);
    return { ...bill(line, credit ? -line.unitCostCents : line.unitCostCents), coding };
  });
}
