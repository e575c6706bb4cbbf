import type { ReactNode } from 'react';
import { Paperclip } from 'lucide-react';
import type { Status, SubmissionStatus } from '#domain/document';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ChipShape } from '../../../parts/display/status-shape.tsx';
import { toCents } from '#domain/values/money';
import type { TableColumn } from '../../../parts/table/table.tsx';

export function AttachmentCount(props: { count: number }) {
  const { count } = props;
  if (count === 0) return null;
  return (
    <span className="figures inline-flex items-center gap-1 text-ink-muted">
      <Paperclip aria-hidden className="size-3.5" />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{count === 1 ? '1 attachment' : `${count} attachments`}</span>
    </span>
  );
}

/** A text that its column may truncate. The full text is in the tooltip. */
export function TruncatedText(props: { text: string }) {
  return <span title={props.text}>{props.text}</span>;
}

/** The status of a row, and whether it waits for the user. */
export interface RowStatus {
  status: Status;
  submissionStatus: SubmissionStatus;
  isWaiting: boolean;
  /** The absent approver for whom the row waits (COV-02). */
  onBehalfOf?: { name: string } | undefined;
}

/**
 * Marks a row that waits for the user. Hidden in the queue, where every row does and the header shows it once, except
 * for the name of an absent approver.
 */
export function InYourQueue({ row: { onBehalfOf } }: { row: RowStatus }) {
  return (
    <span
      className={`inline-flex min-w-0 shrink-0 items-center gap-1 text-xs font-medium text-info ${onBehalfOf ? 'text-pretty' : 'whitespace-nowrap in-data-queue:hidden'}`}
    >
      <ChipShape shape="dot" />
      {onBehalfOf ? `For ${onBehalfOf.name}` : 'Your turn'}
    </span>
  );
}

/** From 85rem on, "Your turn" fits next to the chip. Below that it is shown under the number. */
const statusWidth = 'clamp(11.75rem, calc((100vw - 85rem) * 100), 16rem)';

/** Fits the largest amount with its sign and currency, such as `-CA$9,999,999,999.99`. */
const totalWidth = '11rem';

function StatusCell({ row }: { row: RowStatus }) {
  return (
    <span className="flex items-center gap-2">
      <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
      {row.isWaiting ? (
        <span className="flex max-[85rem]:hidden">
          <InYourQueue row={row} />
        </span>
      ) : null}
    </span>
  );
}

export function RowName(props: { row: RowStatus; children: ReactNode }) {
  return (
    <>
      {props.children}
      {props.row.isWaiting ? (
        <span className="flex leading-none min-[85rem]:hidden">
          <InYourQueue row={props.row} />
        </span>
      ) : null}
    </>
  );
}

/** The last columns of every list. */
export function lastColumns(attachments: string): readonly LastColumn[] {
  return [
    {
      id: 'TOTAL',
      name: 'Total',
      isSortable: true,
      align: 'right',
      width: totalWidth,
      cell: (row) => <Money cents={toCents(row.totalCost)} currency={row.currency} />,
    },
    {
      id: 'STATUS',
      name: 'Status',
      isSortable: true,
      width: statusWidth,
      cell: (row) => <StatusCell row={row} />,
    },
    {
      id: 'ATTACHMENTS',
      name: attachments,
      width: '7.25rem',
      cell: (row) => <AttachmentCount count={row.attachmentCount} />,
    },
  ];
}

interface LastColumn extends TableColumn<
  RowStatus & { totalCost: number; currency: string; attachmentCount: number }
> {
  id: 'TOTAL' | 'STATUS' | 'ATTACHMENTS';
}
