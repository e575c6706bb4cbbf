import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import type { SWRInfiniteResponse } from 'swr/infinite';
import type { CountedDocument } from '#domain/budget/measures-response';
import { orderNumber } from '#domain/documents/document-number';
import { toCents } from '#domain/values/money';
import { Day } from '../../parts/display/date-format.tsx';
import { Money } from '../../parts/display/money.tsx';
import { reviewPath } from '../documents/paths.ts';
import { PagedDialog } from './paged-dialog.tsx';

/** The amounts of a row, such as `['actual', 'Actual']`; those of 0 are not shown. */
type AmountNames<Name extends string> = readonly (readonly [Name, string])[];

export function Amounts<Name extends string>(props: {
  names: AmountNames<Name>;
  row: Readonly<Record<Name, number>>;
  currency: string;
}) {
  const { names, row, currency } = props;
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

/** Such as `PO ART-00042`. */
export function nameOf({ type, prefix, number }: CountedDocument): string {
  const kind = type === 'PO' ? 'PO' : 'Invoice';
  return number ? `${kind} ${orderNumber({ prefix, poNumber: number })}` : kind;
}

function DocumentHead({ row }: { row: CountedDocument }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link href={reviewPath(row.type, row.id, 'CREATOR')} className="cursor-pointer font-medium underline">
          {nameOf(row)}
        </Link>
        <span className="text-sm text-ink-muted">
          <Day day={row.date} />
        </span>
      </span>
      <span className="text-sm wrap-anywhere text-ink-muted">
        {[row.vendorName, row.description].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** The documents behind an amount, the newest first, with the sum of those that the user may not see. */
export function CountedDocumentsDialog<
  Name extends string,
  Page extends {
    documents: (CountedDocument & Record<Name, number>)[];
    hidden: { count: number } & Record<Name, number>;
    hasMore: boolean;
  },
>(props: {
  title: string;
  emptyText: string;
  list: SWRInfiniteResponse<Page>;
  names: AmountNames<Name>;
  currency: string;
  renderLines?: (row: Page['documents'][number]) => ReactNode;
  /** Below the documents. */
  children?: ReactNode;
  onClose: () => void;
}) {
  const { list, names, currency } = props;
  const documents = list.data?.flatMap((page) => page.documents);
  const hidden = list.data?.filter((page) => page.hidden.count > 0) ?? [];
  return (
    <PagedDialog title={props.title} what="documents" list={list} onClose={props.onClose} size="large">
      {documents?.length === 0 && hidden.length === 0 ? (
        <p className="text-ink-muted">{props.emptyText}</p>
      ) : null}
      <ul aria-label="Documents" aria-busy={!documents} className="divide-y divide-line">
        {documents?.map((row) => (
          <li key={row.id} className="grid gap-1 py-3">
            <DocumentHead row={row} />
            <Amounts names={names} row={row} currency={currency} />
            {props.renderLines?.(row)}
          </li>
        ))}
        {hidden.map((page) => (
          <li key={`hidden ${page.documents[0]?.id ?? ''}`} className="grid gap-1 py-3">
            <span className="text-sm text-ink-muted">
              {page.hidden.count === 1
                ? 'A document that you may not see'
                : `${page.hidden.count} documents that you may not see`}
            </span>
            <Amounts names={names} row={page.hidden} currency={currency} />
          </li>
        ))}
      </ul>
      {props.children}
    </PagedDialog>
  );
}
