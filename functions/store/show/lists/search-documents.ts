import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { integer, sqliteTable, text as textColumn } from 'drizzle-orm/sqlite-core';
import type { DocType, Milestone } from '#domain/document';
import type { SearchTerms } from '#domain/lists/search';
import type { Visibility } from '#domain/identity/visibility';
import { containsText } from '#store/d1/contains-text';
import type { Source } from '#store/d1/open';
import { combineQueries, mapQuery, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { numberWidth } from '#store/show/documents/document-number';
import { isInQueueOf } from './document-filters.ts';
import { visible, visibleInAnyPersona } from './visible.ts';
import { numberReadable } from './number-visible.ts';
import { searchWithinShow, quotePhrase } from './number-search.ts';
import { sourcePages } from './search-sources.ts';

export interface DocumentSearch {
  userId: string;
  terms: SearchTerms;
  /** The types that the user may see, with their visibility of each as creator and as approver. */
  types: readonly { docType: DocType; creator: Visibility; approver: Visibility }[];
  /**
   * The milestone from which this user may read the numbers of POs, null: that of the show's settings. Masked numbers
   * are not found (DEC-17).
   */
  numberMilestone: Milestone | null;
  limit: number;
}

const searchText = sqliteTable('search_text', { rowid: integer() });
const searchRows = sqliteTable('search_rows', {
  id: integer().primaryKey(),
  documentId: textColumn('document_id').notNull(),
});

/** Lists all types, so that an index that begins with the type can be used. */
const anyType = sql`${documents.type} IN ('PO', 'INVOICE', 'PAYMENT')`;

const resultColumns = {
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

/**
 * Documents that contain every word, exact numbers first, then the newest, then those whose lines, notes, files or
 * accounts contain them (VIEW-71); canceled payments are not found.
 */
export function documentSearchQuery(store: Source, search: DocumentSearch) {
  const { db, showId } = store;
  const { terms, limit } = search;
  const canSee = and(
    eq(documents.showId, showId),
    ne(documents.status, 'CANCELED'),
    visibleTypes(store, search),
  );
  const columns = { ...resultColumns, ...linkFacts(store, search) };
  const byNumber = db
    .select(columns)
    .from(documents)
    .where(and(canSee, readable(store, search.numberMilestone), wholeNumber(terms)))
    .orderBy(desc(documents.id))
    .limit(limit);
  const byAmount = db
    .select(columns)
    .from(documents)
    .where(and(canSee, isNull(documents.archivedAt), ofTotal(terms)))
    .orderBy(desc(documents.id))
    .limit(limit);
  const byWords = db
    .select(columns)
    // The order of the joins is fixed: the index returns few rows, newest first, and stops early.
    .from(searchText)
    .crossJoin(searchRows)
    .crossJoin(documents)
    .where(
      and(
        eq(searchRows.id, searchText.rowid),
        eq(documents.id, searchRows.documentId),
        canSee,
        inIndex(store, search),
        ...terms.shortWords.map((word) => matchesWord(store, word, search)),
      ),
    )
    .orderBy(desc(searchText.rowid))
    .limit(limit);
  const inSources = (terms.words.length === 0 ? [] : sourcePages(store, terms, canSee, limit)).map(
    ({ kind, page }) => {
      const bySource = db
        .select({ ...columns, text: sql<string>`page.text` })
        .from(page)
        .crossJoin(documents)
        .where(sql`${documents}.rowid = page.row`)
        .orderBy(desc(documents.id));
      return mapQuery(queryOf(db, bySource), (rows) =>
        rows.map(({ text, ...row }) => ({ ...row, source: { kind, text } })),
      );
    },
  );
  // The input may be a number, an amount, words, or several of these; queries that cannot match are left out.
  const inColumns = [
    ...(terms.number === null ? [] : [queryOf(db, byNumber)]),
    ...(terms.cents === null ? [] : [queryOf(db, byAmount)]),
    ...(terms.words.length === 0 ? [] : [queryOf(db, byWords)]),
  ].map((query) => mapQuery(query, (rows) => rows.map((row) => ({ ...row, source: null }))));
  const parts = [...inColumns, ...inSources];
  return mapQuery(combineQueries(Object.fromEntries(parts.entries())), (rows) => {
    const found = Object.values(rows).flat();
    // A document that has the words in its own columns needs no other reason.
    const ids = new Set<string>();
    return found.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, limit);
  });
}

function visibleTypes(store: Source, { types }: DocumentSearch): SQL | undefined {
  const conditions = types.map(({ docType, creator, approver }) =>
    and(eq(documents.type, docType), isOpen(store, docType), visibleInAnyPersona(store, [creator, approver])),
  );
  return or(...conditions) ?? sql`0`;
}

const moduleSettings = { INVOICE: 'invoiceModuleVisible', PAYMENT: 'paymentModuleVisible' } as const;

/**
 * Whether the show has this type's module (DEC-12); checked in SQL, so that the search need not wait for the settings.
 */
function isOpen({ showId }: Source, docType: DocType): SQL | undefined {
  if (docType === 'PO') return undefined;
  return sql`(SELECT settings ->> ${moduleSettings[docType]} FROM show_settings WHERE show_id = ${showId}) = 1`;
}

/**
 * Whether the document is in the user's queue, and whether the user may open the creator's page: the address depends on
 * both.
 */
function linkFacts(store: Source, { userId, types }: DocumentSearch) {
  const creatorConditions = types.map(({ docType, creator }) =>
    and(eq(documents.type, docType), visible(store, creator)),
  );
  return {
    isWaiting: isInQueueOf(store, userId),
    isCreators: sql<boolean>`${or(...creatorConditions) ?? sql`0`}`.mapWith(Boolean),
  };
}

/** Only POs have masked numbers. */
function readable(store: Source, milestone: Milestone | null): SQL {
  return sql`(${documents.type} <> 'PO' OR ${numberReadable(store, milestone)})`;
}

/** The number itself, or a PO's number after its prefix. */
function wholeNumber({ number, order }: SearchTerms): SQL {
  const padded = (digits: string) => digits.padStart(numberWidth.sort, '0');
  const exactNumber = sql`${documents.numberSort} IN (${padded(number ?? '')}, ${number ?? ''})`;
  if (!order) return sql`${anyType} AND ${exactNumber}`;
  return sql`${anyType} AND ${documents.numberSort} IN (${padded(number ?? '')}, ${number ?? ''}, ${padded(order.number)})
    AND (${exactNumber} OR (${documents.type} = 'PO' AND ${resultColumns.prefix} = ${order.prefix} COLLATE NOCASE))`;
}

function ofTotal({ cents }: SearchTerms): SQL {
  return sql`${anyType} AND ${documents.totalCents} BETWEEN ${cents?.from ?? 0} AND ${cents?.to ?? 0}`;
}

function inIndex(store: Source, { terms, numberMilestone }: DocumentSearch): SQL {
  const words = terms.words.map(quotePhrase).join(' ');
  const { showId } = store;
  const anyText = searchWithinShow(showId, `{number words} : (${words})`);
  const wordsOnly = searchWithinShow(showId, `words : (${words})`);
  // The last condition scans all matches: it is evaluated only when a masked number contains a word.
  return sql`search_text MATCH ${anyText} AND (${readable(store, numberMilestone)} OR ${notInNumber(terms)}
    OR ${searchText.rowid} IN (SELECT rowid FROM search_text WHERE search_text MATCH ${wordsOnly}))`;
}

/** The number contains certainly none of the words: the index changes case only. */
function notInNumber({ words }: SearchTerms): SQL {
  const each = words.map((word) => sql`instr(${documents.number}, ${word}) = 0`);
  return sql`(${documents.number} NOT GLOB '*[^0-9]*' AND ${sql.join(each, sql` AND `)})`;
}

function matchesWord(store: Source, word: string, { numberMilestone }: DocumentSearch): SQL {
  const inText = containsText(sql`${documents.vendorName} || ' ' || ${documents.description}`, word);
  return sql`(${inText} OR (${containsText(documents.number, word)} AND ${readable(store, numberMilestone)}))`;
}
