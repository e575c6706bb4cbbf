import type { ReactNode } from 'react';
import { toCents } from '#domain/money';
import type { PurchaseOrderRow } from '#domain/purchase-order';
import { numberText } from '../../../forms/purchase-order/number.ts';
import { LoadingBackdrop } from '../../../parts/backdrop.tsx';
import { RowCard } from '../../../parts/card.tsx';
import { StatusChip } from '../../../parts/chip.tsx';
import { Day } from '../../../parts/date-format.tsx';
import { Money } from '../../../parts/money.tsx';
import { AttachmentCount } from './columns.tsx';

const waiting = Array.from({ length: 6 }, (_, index) => `card-${index}`);

function Card(props: { row: PurchaseOrderRow; href: string }) {
  const { row } = props;
  return (
    <RowCard href={props.href}>
      <span className="flex items-center justify-between gap-3">
        <span className="figures font-medium">{numberText(row)}</span>
        <Money cents={toCents(row.totalCost)} currency={row.currency} className="font-medium" />
      </span>
      <span className="block truncate pt-0.5">{row.vendor.name}</span>
      <span className="block truncate text-sm text-ink-muted">
        {row.description} · {row.creator.name}
      </span>
      <span className="flex items-center justify-between gap-3 pt-2">
        <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
        <span className="flex min-w-0 items-center gap-2 text-xs text-ink-muted">
          <AttachmentCount count={row.attachmentCount} />
          <Day day={row.poDate} />
        </span>
      </span>
    </RowCard>
  );
}

/** UX-09: the list on a phone. */
export function PurchaseOrderCards(props: {
  rows: readonly PurchaseOrderRow[] | undefined;
  hrefOf: (row: PurchaseOrderRow) => string;
  isStale: boolean;
  empty: ReactNode;
}) {
  const { rows } = props;
  if (rows === undefined) {
    return (
      <ul aria-label="Purchase orders" aria-busy className="gutter grid grid-cols-1 gap-2">
        {waiting.map((id) => (
          <li key={id} className="h-30 animate-skeleton rounded-lg bg-ink-soft" />
        ))}
      </ul>
    );
  }
  if (rows.length === 0) return props.empty;
  return (
    <LoadingBackdrop isLoading={props.isStale}>
      <ul aria-label="Purchase orders" aria-busy={props.isStale} className="gutter grid grid-cols-1 gap-2">
        {rows.map((row) => (
          <li key={row.id}>
            <Card row={row} href={props.hrefOf(row)} />
          </li>
        ))}
      </ul>
    </LoadingBackdrop>
  );
}
