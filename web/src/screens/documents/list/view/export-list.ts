import type { DocType } from '#domain/document';
import { sortText } from '#domain/lists/lists';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { timeZone, today } from '../../../../parts/display/date-format.tsx';
import { useSession } from '../../../../session/session.tsx';
import { useSaveLog } from '../export-log.tsx';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import type { ColumnChoice } from './use-column-choice.ts';

const files = {
  PO: { path: 'pos', name: 'purchase orders', file: 'Purchase_Orders' },
  INVOICE: { path: 'invoices', name: 'invoices', file: 'Invoices' },
  PAYMENT: { path: 'payments', name: 'payments', file: 'Payments' },
} as const satisfies Record<DocType, object>;

/** Exports what the list shows: its columns in their order, its filters and its order (VIEW-50). */
export function useExportList<Type extends DocType, Row extends ListRow, Filters>(
  { kind, persona, query, onlyOwn }: ToolsProps<Type, Row, Filters>,
  { shown }: ColumnChoice,
): { isLocked: boolean; exportList: (format: LogFormat) => Promise<void> } {
  const { show, user, bulkExportLocked } = useSession();
  const save = useSaveLog();
  const exportList = (format: LogFormat) => {
    const { path, name, file } = files[kind.docType];
    const params = new URLSearchParams({
      showId: show.id,
      persona,
      sort: sortText(query.sort),
      columns: shown.map(({ id }) => id).join(),
      format,
      timeZone,
    });
    const request = { showId: show.id, persona, userId: user.id, onlyOwn, query };
    return save({
      name,
      path: `/api/reports/lists/${path}?${params.toString()}`,
      body: { ...kind.filterBody(request), showId: show.id },
      format,
      fallbackName: logFileName(file, show.slug, today(), format),
    });
  };
  return { isLocked: bulkExportLocked, exportList };
}
