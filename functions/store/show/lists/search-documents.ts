import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocType, Milestone } from '#domain/document';
import type { SearchTerms } from '#domain/lists/search';
import type { Visibility } from '#domain/identity/visibility';
import { holds } from '#store/d1/contains-text';
import type { Source } from '#store/d1/open';
import { combined, mapped, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { numberWidth } from '#store/show/documents/document-number';
import { isInQueueOf, visible, visibleAnyhow } from './document-filters.ts';
import { numberReadable } from './number-visible.ts';
import { inShow, quoted } from './number-search.ts';

export interface DocumentSearch {
  userId: string;
  terms: SearchTerms;
  /** The types that the user may have, with what the user sees of each as creator and as approver. */
  types: readonly { docType: DocType; creator: Visibility; approver: Visibility }[];
  /** From when on this user may read the numbers of POs, null: as the show has it (DEC-17): masked numbers find nothing. */
  numberMilestone: Milestone | null;
  limit: number;
}

const searchText = sqliteTable('search_text', { rowid: integer() });
const searchRows = sqliteTable('search_rows', {
  id: integer().primaryKey(),
  documentId: text('document_id').notNull(),
});

/** Spelt out, so that an index on the type leads on to what follows it. */
const anyType = sql`${documents.type} IN ('PO', 'INVOICE', 'PAYMENT')`;

const found = {
  id: documents.id,
  docType: documents.type,
  number: documents.number,
  prefix: sql<string>`coalesce((SELECT prefix FROM purchase_orders WHERE document_id = ${documents.id}), '')`,
  milestones: documents.milestones,
  businessDay: documents.businessDay,
  vendorName: documents.vendorName,
  description: documents.description,
  currency: documents.currencyCode,
  totalCents: documents.totalCents,
  status: documents.status,
  submissionStatus: documents.submissionStatus,
};

/** Documents in which every word is found, whole numbers first, then the newest (canceled payments are nowhere). */
export function documentSearchQuery(store: Source, search: DocumentSearch) {
  const { db, showId } = store;
  const { terms, limit } = search;
  const may = and(eq(documents.showId, showId), ne(documents.status, 'CANCELED'), seen(store, search));
  const columns = { ...found, ...facts(store, search) };
  const byNumber = db
    .select(columns)
    .from(documents)
    .where(and(may, readable(store, search.numberMilestone), wholeNumber(terms)))
    .orderBy(desc(documents.id))
    .limit(limit);
  const byAmount = db
    .select(columns)
    .from(documents)
    .where(and(may, isNull(documents.archivedAt), ofTotal(terms.cents ?? 0)))
    .orderBy(desc(documents.id))
    .limit(limit);
  const byWords = db
    .select(columns)
    // In this order: the index finds few rows, newest first, and stops early.
    .from(searchText)
    .crossJoin(searchRows)
    .crossJoin(documents)
    .where(
      and(
        eq(searchRows.id, searchText.rowid),
        eq(documents.id, searchRows.documentId),
        may,
        inIndex(store, search),
        ...terms.shortWords.map((word) => holdsWord(store, word, search)),
      ),
    )
    .orderBy(desc(searchText.rowid))
    .limit(limit);
  // What was typed is a number, an amount or words, or may be all of them; what it cannot be would find nothing.
  const parts = [
    ...(terms.number === null ? [] : [queryOf(db, byNumber)]),
    ...(terms.cents === null ? [] : [queryOf(db, byAmount)]),
    ...(terms.words.length === 0 ? [] : [queryOf(db, byWords)]),
  ];
  return mapped(combined(Object.fromEntries(parts.entries())), (rows) => {
    const each = new Map(
      Object.values(rows)
        .flat()
        .map((row) => [row.id, row]),
    );
    return [...each.values()].slice(0, limit);
  });
}

function seen(store: Source, { types }: DocumentSearch): SQL | undefined {
  const each = types.map(({ docType, creator, approver }) =>
    and(eq(documents.type, docType), isOpen(store, docType), visibleAnyhow(store, [creator, approver])),
  );
  return or(...each) ?? sql`0`;
}

const moduleSettings = { INVOICE: 'invoiceModuleVisible', PAYMENT: 'paymentModuleVisible' } as const;

/** Whether the show has this type's module at all (DEC-12): asked here, so that the search need not wait for the settings. */
function isOpen({ showId }: Source, docType: DocType): SQL | undefined {
  if (docType === 'PO') return undefined;
  return sql`(SELECT settings ->> ${moduleSettings[docType]} FROM show_settings WHERE show_id = ${showId}) = 1`;
}

/** Whether it is the user's turn, and whether the creator's page opens for the user: the address depends on both. */
function facts(store: Source, { userId, types }: DocumentSearch) {
  const own = types.map(({ docType, creator }) => and(eq(documents.type, docType), visible(store, creator)));
  return {
    isWaiting: isInQueueOf(store, userId),
    isCreators: sql<boolean>`${or(...own) ?? sql`0`}`.mapWith(Boolean),
  };
}

/** Only POs have masked numbers. */
function readable(store: Source, milestone: Milestone | null): SQL {
  return sql`(${documents.type} <> 'PO' OR ${numberReadable(store, milestone)})`;
}

/** The number itself, or a PO's number behind its prefix. */
function wholeNumber({ number, order }: SearchTerms): SQL {
  const padded = (digits: string) => digits.padStart(numberWidth.sort, '0');
  const itself = sql`${documents.numberSort} IN (${padded(number ?? '')}, ${number ?? ''})`;
  if (!order) return sql`${anyType} AND ${itself}`;
  return sql`${anyType} AND ${documents.numberSort} IN (${padded(number ?? '')}, ${number ?? ''}, ${padded(order.number)})
    AND (${itself} OR (${documents.type} = 'PO' AND ${found.prefix} = ${order.prefix} COLLATE NOCASE))`;
}

function ofTotal(cents: number): SQL {
  return sql`${anyType} AND ${documents.totalCents} = ${cents}`;
}

function inIndex(store: Source, { terms, numberMilestone }: DocumentSearch): SQL {
  const words = terms.words.map(quoted).join(' ');
  const { showId } = store;
  const anywhere = inShow(showId, `{number words} : (${words})`);
  const unnumbered = inShow(showId, `words : (${words})`);
  // The last of these walks through all that is found: it is asked only where a masked number holds a word itself.
  return sql`search_text MATCH ${anywhere} AND (${readable(store, numberMilestone)} OR ${notInNumber(terms)}
    OR ${searchText.rowid} IN (SELECT rowid FROM search_text WHERE search_text MATCH ${unnumbered}))`;
}

/** Surely none of the words: the index folds letters, and nothing else. */
function notInNumber({ words }: SearchTerms): SQL {
  const each = words.map((word) => sql`instr(${documents.number}, ${word}) = 0`);
  return sql`(${documents.number} NOT GLOB '*[^0-9]*' AND ${sql.join(each, sql` AND `)})`;
}

function holdsWord(store: Source, word: string, { numberMilestone }: DocumentSearch): SQL {
  const inText = holds(sql`${documents.vendorName} || ' ' || ${documents.description}`, word);
  return sql`(${inText} OR (${holds(documents.number, word)} AND ${readable(store, numberMilestone)}))`;
}
