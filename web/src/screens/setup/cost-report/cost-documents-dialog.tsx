import { Link } from 'react-aria-components/Link';
import type { CostDocuments } from '#domain/budget/cost-report-response';
import { toCents } from '#domain/values/money';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../../documents/paths.ts';
import { PagedDialog } from '../paged-dialog.tsx';
import { useCostDocuments } from './calls.ts';
import type { ShownReport } from './calls.ts';

type Row = CostDocuments['documents'][number];

function Amounts({ row, currency }: { row: Pick<Row, 'actual' | 'committed'>; currency: string }) {
  const amounts = [
    ['Actual', row.actual],
    ['Committed', row.committed],
  ] as const;
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      {amounts
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => (
          <span key={name}>
            <span className="text-ink-muted">{`${name} `}</span>
            <Money cents={toCents(amount)} currency={currency} />
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
      <ul aria-label={`Lines of ${kind} ${row.number}`} className="grid gap-1 border-l-2 border-line pl-3">
        {row.lines.map((line) => (
          <li
            key={`${line.lineNumber} ${line.account} ${line.description}`}
            className="flex flex-wrap justify-between gap-x-4 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">
              {[
                line.lineNumber === 0 ? 'Removed line' : `Line ${line.lineNumber}`,
                line.account,
                line.description,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Amounts row={line} currency={currency} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The documents and lines behind a row of the report, the newest first (REPORT-05). */
export function CostDocumentsDialog(props: {
  shown: ShownReport;
  code: string;
  title: string;
  currency: string;
  onClose: () => void;
}) {
  const { shown, code, title, currency, onClose } = props;
  const list = useCostDocuments(shown, code);
  const documents = list.data?.flatMap((page) => page.documents);
  const hidden = list.data?.filter((page) => page.hidden.count > 0) ?? [];
  return (
    <PagedDialog title={title} what="documents" list={list} onClose={onClose} size="large">
      {documents?.length === 0 && hidden.length === 0 ? (
        <p className="text-ink-muted">No document counts here.</p>
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
