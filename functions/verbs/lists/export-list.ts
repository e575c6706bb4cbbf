import type { DocType } from '#domain/document';
import { defaultColumns } from '#domain/lists/list-columns';
import type { ColumnId } from '#domain/lists/list-columns';
import { exportColumns } from '#domain/lists/list-export';
import type { ExportRows } from '#domain/lists/list-export';
import type { Page, PageCursor } from '#domain/lists/lists';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { dateInZone } from '#domain/values/days';
import { createLogFile, logTypes } from '#edges/files/log-file';
import { log } from '#edges/log';
import type { RequestContext } from '#verbs/request/context';
import type { LogFile } from './export-log.ts';

export interface ListExport {
  format: LogFormat;
  timeZone: string;
  /** In their order; empty: those of the contract. */
  columns: readonly ColumnId[];
}

/** A page of rows, and the position after its last one; none for an empty page. */
interface ExportPage<Row> {
  rows: readonly Row[];
  after: PageCursor | undefined;
}

/** The position after the last of these stored rows. */
export function positionAfter(
  stored: readonly { document: { id: string; version: number }; key: string | number }[],
): PageCursor | undefined {
  const last = stored.at(-1);
  return last && { id: last.document.id, version: last.document.version, key: last.key };
}

/** Limits the rows in memory. */
export const exportPageSize = 500;

const files = {
  PO: ['Purchase_Orders', 'Purchase Orders'],
  INVOICE: ['Invoices', 'Invoices'],
  PAYMENT: ['Payments', 'Payments'],
} as const satisfies Record<DocType, unknown>;

/**
 * Exports a list as its person sees it: filters and order of the request, and the columns shown (VIEW-50). Streams a
 * page of rows at a time; `first` is the first page.
 */
export async function exportList<Type extends DocType>(
  { show, user, now, settings }: RequestContext,
  docType: Type,
  { format, timeZone, columns }: ListExport,
  first: ExportPage<ExportRows[Type]>,
  readPage: (page: Page) => Promise<ExportPage<ExportRows[Type]>>,
): Promise<LogFile> {
  async function* rows(): AsyncGenerator<ExportRows[Type]> {
    // A document that moves down in the order meanwhile is written once.
    const written = new Set<string>();
    try {
      for (let part = first; ;) {
        for (const row of part.rows) {
          if (!written.has(row.id)) yield row;
          written.add(row.id);
        }
        if (!part.after || part.rows.length < exportPageSize) return;
        part = await readPage({ page: 1, count: exportPageSize, after: part.after });
      }
    } catch (error) {
      log('error', 'list export failed', { show: show.id, format }, error);
      throw error;
    }
  }
  const [name, title] = files[docType];
  const today = dateInZone(now, timeZone);
  const shown = columns.length > 0 ? columns : defaultColumns[docType];
  return {
    fileName: logFileName(name, show.slug, today, format),
    contentType: logTypes[format],
    body: await createLogFile(
      {
        title,
        columns: exportColumns(docType, shown, today, settings.baseCurrency),
        rows: rows(),
        formatOptions: { dateFormat: user.dateFormat, timeZone },
      },
      format,
    ),
  };
}
