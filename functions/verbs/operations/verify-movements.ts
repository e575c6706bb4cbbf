import { countKey } from '#domain/budget/counts';
import type { Count } from '#domain/budget/measures';
import type { ShowStore } from '#store/d1/open';
import { readWrongImports } from '#store/show/budget/actuals';
import { readWrongEstimates } from '#store/show/budget/estimates';
import { readCounted } from '#store/show/budget/read-counted';
import {
  readWrongCodedMeasures,
  readWrongCostSums,
  readWrongForeignSums,
  readWrongMeasures,
} from '#store/show/budget/wrong-sums';
import type { CountedDocument } from '#store/show/budget/read-counted';

interface Fault {
  documentId: string;
  what: string;
}

/** The difference between a recount of one document and its movements; null for none (BUD-20). */
function differenceOf({ id, recounted, recorded }: CountedDocument): Fault | null {
  if (recounted === null) return { documentId: id, what: 'the rate that it stores cannot be read' };
  const left = new Map(recorded.map((count) => [countKey(count), count]));
  for (const count of recounted) {
    const key = countKey(count);
    const { cents, originalCents } = left.get(key) ?? { cents: 0 };
    if (cents !== count.cents) return { documentId: id, what: textOf(count, cents, count.cents) };
    if (originalCents !== count.originalCents)
      return { documentId: id, what: originalText(count, originalCents) };
    left.delete(key);
  }
  const [other] = left.values();
  return other ? { documentId: id, what: textOf(other, other.cents, 0) } : null;
}

function textOf({ account, measure, currency }: Count, stored: number, counted: number): string {
  return `it counts ${counted} cents ${currency} ${measure} for account "${account}", and its movements ${stored}`;
}

function originalText({ account, measure, originalCurrency, originalCents }: Count, stored = 0): string {
  return `it counts ${originalCents} cents ${originalCurrency} ${measure} for account "${account}" before conversion, and its movements ${stored}`;
}

/** Compares a recount of the documents after `after` up to `end` with their movements. */
export async function verifyMovements(store: ShowStore, after: string, end: string): Promise<Fault[]> {
  const documents = await readCounted(store, after, end);
  return documents.map(differenceOf).filter((fault) => fault !== null);
}

/**
 * Compares the sums by account, those below it, those by day and code, and the imports of actuals with the movements of the show, and
 * the estimates of each account with those before them. `limit` of each are reported.
 */
export async function verifyMeasures(store: ShowStore, limit: number): Promise<Fault[]> {
  const [wrong, wrongCoded, wrongCosts, wrongForeign, wrongImports, wrongEstimates] = await Promise.all([
    readWrongMeasures(store, limit),
    readWrongCodedMeasures(store, limit),
    readWrongCostSums(store, limit),
    readWrongForeignSums(store, limit),
    readWrongImports(store, limit),
    readWrongEstimates(store, limit),
  ]);
  const measures = wrong.map(({ account, currency, measure, cents, movedCents }) => ({
    documentId: '',
    what: `the sum of account "${account}" is ${cents} cents ${currency} ${measure}, and that of its movements ${movedCents}`,
  }));
  const coded = wrongCoded.map(({ account, codes, currency, measure, cents, movedCents }) => ({
    documentId: '',
    what: `the sum of account "${account}" with codes ${codes} is ${cents} cents ${currency} ${measure}, and that of its movements ${movedCents}`,
  }));
  const costs = wrongCosts.map(({ dimension, span, code, measure, currency, cents, movedCents }) => ({
    documentId: '',
    what: `the sum of ${dimension} "${code}" in ${span} is ${cents} cents ${currency} ${measure}, and that of its movements ${movedCents}`,
  }));
  const foreign = wrongForeign.map(({ dimension, span, code, currency, cents, movedCents }) => ({
    documentId: '',
    what: `the sum of ${dimension} "${code}" in ${span} is ${cents} cents ${currency} before conversion, and that of its movements ${movedCents}`,
  }));
  const imports = wrongImports.map(({ id, number, cents, movedCents }) => ({
    documentId: id,
    what: `import ${number} of actuals counts ${cents} cents, and its movements ${movedCents}`,
  }));
  const estimates = wrongEstimates.map(({ account, revision }) => ({
    documentId: '',
    what: `change ${revision} of the estimate of account "${account}" does not follow the one before it`,
  }));
  return [...measures, ...coded, ...costs, ...foreign, ...imports, ...estimates];
}
