import { and, asc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Persona } from '#domain/document';
import { numberPattern } from '#domain/lists/lists';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import { toCents } from '#domain/values/money';
import type { NameSearch } from '#domain/payments/payment';
import type { PaymentFilters } from '#domain/payments/payment-filters';
import type { Visibility } from '#domain/identity/visibility';
import { inList } from '#store/d1/in-list';
import { containsText } from '#store/d1/contains-text';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { queueStateIn } from '#store/show/lists/document-filters';
import { openQuestionOf } from '#store/show/documents/questions';
import { extraColumns } from '#store/show/lists/extra-columns';
import { waitingWith } from '#store/show/lists/waiting-with';
import { listColumns, prepareListQuery, pageOf, listCondition } from '#store/show/lists/list-page';
import { groupsQuery } from '#store/show/lists/list-groups';
import { parseSums, sumsQuery, countQuery, parseTotals } from '#store/show/lists/list-totals';
import { isIndexed, documentsWithNumber } from '#store/show/lists/number-search';
import type { PaymentFilterSetup } from '#domain/payments/payment-response';

/** Selects payments of the show: those visible to a user in a persona, narrowed by a list's filters. */
export interface PaymentSelection {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: PaymentFilters;
}

type PaymentListRequest = PaymentSelection & {
  sort: Sort<'PAYMENT'>;
  page: Page;
  /** The added columns that the list shows (VIEW-03). */
  columns: readonly FetchedColumn[];
};

const list = prepareListQuery((source, request: PaymentListRequest) => {
  const { sort, filters } = request;
  const typeConditions = ownFilters(source, filters);
  const query = listQueryOf(request);
  const sortsByPayment = sort.type === 'PAYMENT_TYPE' || sort.type === 'BANK_NAME';
  const selection = listCondition(source, { ...query, sort }, typeConditions, {
    joinsPayments: sortsByPayment || needsPayments(filters),
  });
  const { from, key, on, order } = pageOf('PAYMENT', selection, sort, request.page);
  return [
    source.db
      .select({
        document: listColumns,
        key,
        queueState: queueStateIn(source, request.userId),
        waitingWith: waitingWith(source),
        openQuestion: openQuestionOf(documents.id),
        extra: extraColumns(source, request.columns),
        payment: payments,
      })
      .from(from)
      .crossJoin(documents)
      .crossJoin(payments)
      .where(and(on, eq(payments.documentId, documents.id)))
      .orderBy(...order),
    countQuery(source, query, selection, typeConditions),
  ] as const;
});

/** One page of payments with the total count (LS-18, LS-19, DEC-46). */
export const paymentPageQuery = (store: Source, request: PaymentListRequest) =>
  mapQuery(list(store, request), ([rows, totals]) => ({ rows, ...parseTotals(totals) }));

/** Whether a filter needs the payments table. */
function needsPayments({ bankNames, paymentTypes, payeeNames }: PaymentFilters): boolean {
  return [bankNames, paymentTypes, payeeNames].some(({ length }) => length > 0);
}

/** The sums of all payments of a selection in cents, by currency (LS-46). */
export function paymentSumsQuery(store: Source, selection: PaymentSelection) {
  const { filters } = selection;
  const typeConditions = ownFilters(store, filters);
  return mapQuery(
    queryOf(store.db, sumsQuery(store, listQueryOf(selection), typeConditions, needsPayments(filters))),
    parseSums,
  );
}

/** The groups of a selection with their sums in cents (VIEW-21). */
export function paymentGroupsQuery(store: Source, selection: PaymentSelection, by: Grouping) {
  const { filters } = selection;
  const typeConditions = ownFilters(store, filters);
  return groupsQuery(store, listQueryOf(selection), typeConditions, needsPayments(filters), by);
}

function listQueryOf(selection: PaymentSelection) {
  return {
    ...selection,
    docType: 'PAYMENT' as const,
    byNumber: selection.filters.paymentNumbers.length > 0,
    isIndexed: isIndexed(selection.filters.paymentNumbers.map(numberPattern)),
  };
}

/** The request in the form that all lists share, and the conditions that only payments have. */
export function paymentConditions(source: Source, selection: PaymentSelection) {
  return { query: listQueryOf(selection), typeConditions: ownFilters(source, selection.filters) };
}

function ownFilters(store: Source, filters: PaymentFilters): (SQL | undefined)[] {
  const patterns = filters.paymentNumbers.map(numberPattern);
  return [
    patterns.length > 0
      ? and(
          documentsWithNumber(store, patterns),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(patterns)})
            WHERE instr(upper(${documents.number}), value) > 0)`,
        )
      : undefined,
    oneOf(payments.bankName, filters.bankNames),
    oneOf(payments.paymentType, filters.paymentTypes),
    oneOf(documents.currencyCode, filters.currencies),
    oneOf(payments.payeeName, filters.payeeNames),
    oneOf(documents.vendorName, filters.vendorNames),
    filters.amountFilter ? amount(filters.amountFilter) : undefined,
  ];
}

function oneOf(column: SQLiteColumn, values: readonly string[]): SQL | undefined {
  if (values.length === 0) return undefined;
  return inArray(column, inList(values));
}

const comparisons = { EQUAL_TO: eq, GREATER_THAN: gt, LESS_THAN: lt } as const;

function amount({ operator, totalAmount }: NonNullable<PaymentFilters['amountFilter']>): SQL {
  return comparisons[operator](documents.totalCents, toCents(totalAmount));
}

const nameColumns = {
  'vendor-name': documents.vendorName,
  'payee-name': payments.payeeName,
} as const satisfies Record<NameSearch, unknown>;

const notCanceled = ({ showId }: Source) =>
  and(eq(documents.showId, showId), eq(documents.type, 'PAYMENT'), ne(documents.status, 'CANCELED'));

/** Names of the show's payments that contain the text, by name (PA-13). */
export function paymentNamesQuery(
  store: Source,
  type: NameSearch,
  search: string,
  limit: number,
): Query<string[]> {
  const column = nameColumns[type];
  const names = store.db
    .selectDistinct({ name: column })
    .from(documents)
    .innerJoin(payments, eq(payments.documentId, documents.id))
    .where(and(notCanceled(store), containsText(column, search)))
    .orderBy(asc(column))
    .limit(limit);
  return mapQuery(queryOf(store.db, names), (rows) => rows.map(({ name }) => name));
}

/** Longer lists of names are searched instead. */
const maxFilterValues = 500;

const filterValues = prepareRead((store) => {
  const distinct = (column: SQLiteColumn) =>
    store.db
      .selectDistinct({ value: sql<string>`${column}` })
      .from(documents)
      .innerJoin(payments, eq(payments.documentId, documents.id))
      .where(and(notCanceled(store), ne(column, '')))
      .orderBy(asc(column))
      .limit(maxFilterValues);
  return [
    distinct(payments.bankName),
    distinct(documents.currencyCode),
    distinct(payments.payeeName),
    distinct(payments.paymentType),
    distinct(documents.vendorName),
  ] as const;
});

/** The values of each filter field in the show's payments, by name (PA-14). */
export const paymentFilterSetupQuery = (store: Source): Query<PaymentFilterSetup> =>
  mapQuery(filterValues(store, {}), ([banks, currencies, payees, types, vendors]) => {
    const values = (rows: readonly { value: string }[]) => rows.map(({ value }) => value);
    return {
      BANK_NAME: values(banks),
      CURRENCY: values(currencies),
      PAYEE_NAME: values(payees),
      PAYMENT_TYPE: values(types),
      VENDOR_NAME: values(vendors),
    };
  });
