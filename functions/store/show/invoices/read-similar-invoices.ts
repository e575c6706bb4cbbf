import { asc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { sameAmountDays } from '#domain/invoices/similar-invoice';
import type { Similarity } from '#domain/invoices/similar-invoice';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { visibleInAnyPersona } from '#store/show/lists/visible';

/** An invoice in the form. Ids of vendors and files are the show's own; `id` is empty for a new invoice. */
export interface TypedInvoice {
  id: string;
  number: string;
  vendorId: string;
  temporaryVendorId: string;
  totalCents: number | null;
  currency: string;
  day: string;
  fileIds: readonly string[];
}

/** The values by which invoices are compared, as values or as sub-selects. Null and the empty text match nothing. */
interface ComparedValues {
  id: string | SQL;
  numberKey: SQL;
  vendorExternalId: SQL;
  vendorNumber: SQL;
  temporaryVendorId: SQL;
  totalCents: SQL;
  currency: SQL;
  day: SQL;
  /** A list of file ids in parentheses. */
  files: SQL;
}

/** The strongest matches come first. */
const maxSimilar = 10;

/** Each arm names its index: D1 keeps no statistics, and would scan all invoices of the show. */
function similarInvoices(showId: string, by: ComparedValues): SQL {
  const other = sql`other.show_id = ${showId} AND other.type = 'INVOICE' AND other.status <> 'VOID' AND other.id <> ${by.id}`;
  const sameSum = sql`other.total_cents = ${by.totalCents} AND other.currency_code = ${by.currency}
    AND other.business_day BETWEEN date(${by.day}, ${`-${sameAmountDays} days`}) AND date(${by.day}, ${`+${sameAmountDays} days`})`;
  return sql`(SELECT 'NUMBER' AS match, other.id AS id FROM invoices i CROSS JOIN documents other
      WHERE i.show_id = ${showId} AND i.number_key = ${by.numberKey} AND i.number_key <> '' AND other.id = i.document_id
        AND +${other} AND (other.vendor_external_id = ${by.vendorExternalId}
          OR other.temporary_vendor_id = ${by.temporaryVendorId})
    UNION SELECT 'AMOUNT', other.id FROM documents other INDEXED BY documents_of_vendor
      WHERE other.vendor_number = ${by.vendorNumber} AND other.vendor_external_id = ${by.vendorExternalId}
        AND other.vendor_external_id <> '' AND ${other} AND ${sameSum}
    UNION SELECT 'AMOUNT', other.id FROM documents other INDEXED BY documents_by_temporary_vendor
      WHERE other.temporary_vendor_id = ${by.temporaryVendorId} AND other.temporary_vendor_id IS NOT NULL
        AND ${other} AND ${sameSum}
    UNION SELECT 'FILE', other.id FROM files x CROSS JOIN files f CROSS JOIN attachments a CROSS JOIN documents other
      WHERE x.id IN ${by.files} AND +x.show_id = ${showId} AND f.show_id = ${showId} AND f.sha256 = x.sha256
        AND a.show_id = ${showId} AND a.file_id = f.id AND other.id = a.document_id AND +${other})`;
}

function similarQueries(
  source: Source,
  by: ComparedValues,
  kinds: readonly Visibility['kind'][],
  userId: string,
) {
  const visibility = visibleInAnyPersona(
    source,
    kinds.map((kind) => ({ kind, userId })),
  );
  return [
    source.db
      .select({
        match: sql<Similarity>`m.match`,
        isVisible: sql<boolean>`${visibility ?? sql`1`}`.mapWith(Boolean),
        id: documents.id,
        number: documents.number,
        vendorName: documents.vendorName,
        date: documents.businessDay,
        totalCents: documents.totalCents,
        currency: documents.currencyCode,
      })
      .from(sql`${similarInvoices(source.showId, by)} AS m`)
      .crossJoin(documents)
      .where(sql`${documents.id} = m.id AND +${documents.showId} = ${source.showId}`)
      .orderBy(sql`m.match = 'AMOUNT'`, asc(documents.businessDay), asc(documents.id))
      .limit(maxSimilar),
  ] as const;
}

const ofStored = prepareRead(
  (source, { id, userId }: { id: string; userId: string }, kinds: readonly Visibility['kind'][]) => {
    const own = (column: string) =>
      sql`(SELECT ${sql.raw(column)} FROM documents d JOIN invoices i ON i.document_id = d.id
        WHERE d.id = ${id} AND d.show_id = ${source.showId})`;
    const by = {
      id,
      numberKey: own('i.number_key'),
      vendorExternalId: own("nullif(d.vendor_external_id, '')"),
      vendorNumber: own('d.vendor_number'),
      temporaryVendorId: own('d.temporary_vendor_id'),
      totalCents: own('d.total_cents'),
      currency: own('d.currency_code'),
      day: own('d.business_day'),
      files: sql`(SELECT x.file_id FROM attachments x WHERE x.show_id = ${source.showId} AND x.document_id = ${id})`,
    };
    return similarQueries(source, by, kinds, userId);
  },
);

/** Whether the invoice in the row of `documents` and `invoices` may repeat another one (IN-31). */
export function isSimilarToAnother({ showId }: Pick<Source, 'showId'>): SQL<boolean> {
  const row = {
    id: sql`documents.id`,
    numberKey: sql`invoices.number_key`,
    vendorExternalId: sql`nullif(documents.vendor_external_id, '')`,
    vendorNumber: sql`documents.vendor_number`,
    temporaryVendorId: sql`documents.temporary_vendor_id`,
    totalCents: sql`documents.total_cents`,
    currency: sql`documents.currency_code`,
    day: sql`documents.business_day`,
    files: sql`(SELECT x.file_id FROM attachments x WHERE x.show_id = ${showId} AND x.document_id = documents.id)`,
  };
  return sql<boolean>`EXISTS ${similarInvoices(showId, row)}`.mapWith(Boolean);
}

type TypedValues = Record<keyof Omit<TypedInvoice, 'number' | 'fileIds' | 'totalCents'>, string> & {
  numberKey: string;
  files: string;
  totalCents: number | null;
  userId: string;
};

const ofTyped = prepareRead((source, values: TypedValues, kinds: readonly Visibility['kind'][]) => {
  const vendor = (column: string) => sql`coalesce((SELECT ${sql.raw(column)} FROM vendors v
    WHERE v.show_id = ${source.showId} AND v.id = ${values.vendorId}), '')`;
  const by = {
    id: values.id,
    numberKey: sql`${values.numberKey}`,
    vendorExternalId: vendor('v.external_id'),
    vendorNumber: vendor('v.number'),
    temporaryVendorId: sql`nullif(${values.temporaryVendorId}, '')`,
    totalCents: sql`${values.totalCents}`,
    currency: sql`${values.currency}`,
    day: sql`${values.day}`,
    files: sql`(SELECT value FROM json_each(${values.files}))`,
  };
  return similarQueries(source, by, kinds, values.userId);
});

function visibilityValues(visibilities: readonly Visibility[]) {
  const [userId = ''] = visibilities.flatMap((one) => (one.kind === 'ALL' ? [] : [one.userId]));
  return { userId, kinds: visibilities.map(({ kind }) => kind) };
}

/** Invoices that a stored invoice may repeat, each with whether any of `visibilities` shows it (IN-31). */
export function similarInvoicesQuery(source: Source, id: string, visibilities: readonly Visibility[]) {
  const { userId, kinds } = visibilityValues(visibilities);
  return mapQuery(ofStored(source, { id, userId }, kinds), ([rows]) => rows);
}

/** Invoices that an invoice in the form may repeat. */
export function similarToTypedQuery(
  source: Source,
  { number, fileIds, ...typed }: TypedInvoice,
  visibilities: readonly Visibility[],
) {
  const { userId, kinds } = visibilityValues(visibilities);
  const otherValues = { numberKey: invoiceNumberKey(number), files: JSON.stringify(fileIds), userId };
  return mapQuery(ofTyped(source, { ...typed, ...otherValues }, kinds), ([rows]) => rows);
}

export type SimilarRows = RowOf<ReturnType<typeof similarInvoicesQuery>>;
