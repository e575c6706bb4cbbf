import { PagedDialog } from '../paged-dialog.tsx';
import { ActualList } from './actual-list.tsx';
import { useActualRows } from './calls.ts';

/** The rows of an import, also those that do not count (ACTUAL-06). */
export function RowsDialog(props: {
  title: string;
  importId: string;
  currency: string;
  onClose: () => void;
}) {
  const { title, importId, currency, onClose } = props;
  const list = useActualRows({ importId });
  const rows = list.data?.flatMap((page) => page.rows);
  return (
    <PagedDialog title={title} what="actuals" list={list} onClose={onClose} size="large">
      {rows?.length === 0 ? <p className="text-ink-muted">This import has no rows.</p> : null}
      <ActualList rows={rows} currency={currency} />
    </PagedDialog>
  );
}
