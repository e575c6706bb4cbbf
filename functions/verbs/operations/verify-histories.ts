import { historyFaults } from '#domain/history/verify-history';
import type { HistoryHead } from '#domain/history/verify-history';
import { sha256 } from '#store/d1/sha256';
import type { ShowStore } from '#store/d1/open';
import { readHistories } from '#store/show/documents/read-histories';

/** Documents that are read at once: some megabytes of events. */
const atOnce = 300;

/** What one look at all the histories of a show has found. */
export interface HistoryReport {
  documents: number;
  events: number;
  faults: { documentId: string; what: string }[];
  /** Files whose bytes were erased on legal request: information, no fault. */
  erased: { documentId: string; fileId: string }[];
  /** Where each history ends now, by document, to be kept elsewhere and held against it later. */
  heads: Map<string, HistoryHead>;
}

/**
 * Whether the histories of a page of documents behind `after` are as they were written, and the documents, votes, amounts
 * and files say what they say (decision 0002); adds to `report`. `kept` as below. Answers the last document, null at the end.
 */
export async function verifyPage(
  store: ShowStore,
  after: string,
  report: HistoryReport,
  kept: ReadonlyMap<string, HistoryHead> = new Map(),
): Promise<string | null> {
  const page = await readHistories(store, after, atOnce);
  for (const { id, document, events } of page.histories) {
    const faults = historyFaults(document, events, sha256, kept.get(id) ?? null);
    report.faults.push(...faults.map((what) => ({ documentId: id, what })));
    report.erased.push(...(document?.erased ?? []).map((fileId) => ({ documentId: id, fileId })));
    report.documents += 1;
    report.events += events.length;
    const head = events.at(-1);
    if (head) report.heads.set(id, { seq: head.seq, hash: head.hash });
  }
  return page.last;
}

export function emptyReport(): HistoryReport {
  return { documents: 0, events: 0, faults: [], erased: [], heads: new Map() };
}

/**
 * All histories of a show. `kept`: the heads of an earlier report; with them also what was taken away whole, or written
 * anew with every hash, is found.
 */
export async function verifyHistories(
  store: ShowStore,
  kept: ReadonlyMap<string, HistoryHead> = new Map(),
): Promise<HistoryReport> {
  const report = emptyReport();
  let after: string | null = '';
  while (after !== null) after = await verifyPage(store, after, report, kept);
  const gone = [...kept.keys()].filter((id) => !report.heads.has(id));
  report.faults.push(
    ...gone.map((documentId) => ({ documentId, what: 'the document and its history are missing' })),
  );
  return report;
}
