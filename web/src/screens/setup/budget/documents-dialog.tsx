import { Link } from 'react-aria-components/Link';
import type { MeasuredDocuments } from '#domain/budget/measures-response';
import { toCents } from '#domain/values/money';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../../documents/paths.ts';
import { PagedDialog } from '../paged-dialog.tsx';
import { useMeasuredDocuments } from './calls.ts';

type Row = MeasuredDocuments['documents'][number];
type Figures = Pick<Row, 'actual' | 'committed' | 'inProgress' | 'waiting'>;

const names = [
  ['actual', 'Actual'],
  ['committed', 'Committed'],
  ['inProgress', 'of which in progress'],
  ['waiting', 'Waiting'],
] as const;

function Amounts({ row, currency }: { row: Figures; currency: string }) {
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      {names
        .filter(([id]) => row[id] !== 0)
        .map(([id, name]) => (
          <span key={id}>
            <span className="text-ink-muted">{`${name} `}</span>
            <Money cents={toCents(row[id])} currency={currency} />
          </span>
        ))}
    </span>
  );
}

function DocumentRow({ row, currency }: { row: Row; currency: string }) {
  const kind = row.type === 'PO' ? 'PO' : 'Invoice';
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link href={reviewPath(row.type, row.id, 'CREATOR')} className="cursor-pointer font-medium underline">
          {row.number ? `${kind} ${row.number}` : kind}
        </Link>
        <span className="text-sm text-ink-muted">
          <Day day={row.date} />
        </span>
      </span>
      <span className="text-sm wrap-anywhere text-ink-muted">
        {[row.vendorName, row.description].filter(Boolean).join(' · ')}
      </span>
      <Amounts row={row} currency={currency} />
    </li>
  );
}

/** The documents that count for an account, the newest first (BUD-22). */
export function DocumentsDialog(props: {
  account: string;
  name: string;
  currency: string;
  onClose: () => void;
}) {
  const { account, name, currency, onClose } = props;
  const list = useMeasuredDocuments(account);
  const pages = list.data;
  const documents = pages?.flatMap((page) => page.documents);
  const hidden = pages?.filter((page) => page.hidden.count > 0) ?? [];
  return (
    <PagedDialog title={name} what="documents" list={list} onClose={onClose} size="large">
      {documents?.length === 0 && hidden.length === 0 ? (
        <p className="text-ink-muted">No document counts for this account.</p>
      ) : null}
      <ul aria-label="Documents" aria-busy={!documents} className="divide-y divide-line">
        {documents?.map((row) => (
          <DocumentRow key={row.id} row={row} currency={currency} />
        ))}
        {hidden.map((page) => (
          <li key={`hidden ${page.documents[0]?.id ?? ''}`} className="grid gap-1 py-3">
            <span className="text-sm text-ink-muted">
              {page.hidden.count === 1
                ? 'A document that you may not see'
                : `${page.hidden.count} documents that you may not see`}
            </span>
            <Amounts row={page.hidden} currency={currency} />
          </li>
        ))}
      </ul>
    </PagedDialog>
  );
}
