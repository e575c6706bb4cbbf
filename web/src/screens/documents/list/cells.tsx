import type { ReactNode } from 'react';
import { MessageCircleQuestionMark, Paperclip } from 'lucide-react';
import type { Status, SubmissionStatus } from '#domain/document';
import { openQuestionText } from '#domain/questions/question';
import type { OpenQuestion } from '#domain/questions/question-response';
import type { Waiting } from '#domain/workflow/waiting-response';
import { useWhen } from '../../../parts/display/date-format.tsx';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ChipShape } from '../../../parts/display/status-shape.tsx';
import { formatWithCode } from '#domain/currency/converted-text';
import { toCents } from '#domain/values/money';
import { shortWaitingPeople, waitingText, waitingTime } from '../waiting-text.ts';
import type { ListRow, ResponsiveColumn } from './list-definition.ts';
import { wideTable } from '../../../parts/hooks/use-list-width.ts';

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
  openQuestion?: OpenQuestion | undefined;
  waiting: Waiting | null;
}

/**
 * Marks a row that waits for the user. Hidden in the queue, where every row does and the header shows it once, except
 * for the name of an absent approver.
 */
export function InYourQueue({ row: { onBehalfOf } }: { row: RowStatus }) {
  // Without the dot, since the column of the number is hardly wider than a name.
  if (onBehalfOf) {
    const text = `For ${onBehalfOf.name}`;
    return (
      <span title={text} className="max-w-full min-w-0 truncate text-xs font-medium text-info">
        {text}
      </span>
    );
  }
  return (
    <span className="inline-flex min-w-0 shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap text-info in-data-queue:hidden">
      <ChipShape shape="dot" />
      Your turn
    </span>
  );
}

/** Marks a row with an open question; the tooltip names both users and the time (ASK-03). */
export function QuestionOpen({ question }: { question: OpenQuestion }) {
  const when = useWhen();
  const text = `${openQuestionText(question)}, since ${when(question.since)}`;
  return (
    <span
      title={text}
      className="inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap text-caution"
    >
      <MessageCircleQuestionMark aria-hidden className="size-3.5" />
      Question open
      <span className="sr-only">{`: ${text}`}</span>
    </span>
  );
}

/** `Nobody` is in the color of a warning: the document waits until a user who can decide is added. */
function WaitingPeople({ waiting }: { waiting: Waiting }) {
  return (
    <span className={waiting.with.length === 0 ? 'text-caution' : ''}>{shortWaitingPeople(waiting)}</span>
  );
}

/** The status, and how long the row has waited, for widths at which that has no column of its own. */
function StatusAndWaiting({ row }: { row: RowStatus }) {
  return (
    <span className="grid justify-items-start">
      <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
      {row.waiting ? (
        <span title={waitingText(row.waiting)} className="max-w-full truncate text-xs leading-tight">
          <WaitingPeople waiting={row.waiting} />
          {`, ${waitingTime(row.waiting)}`}
        </span>
      ) : null}
    </span>
  );
}

export function RowName(props: { row: RowStatus; children: ReactNode }) {
  return (
    <>
      {props.children}
      {props.row.isWaiting || props.row.openQuestion ? (
        <span className="flex flex-wrap gap-x-2 leading-none">
          {props.row.isWaiting ? <InYourQueue row={props.row} /> : null}
          {props.row.openQuestion ? <QuestionOpen question={props.row.openQuestion} /> : null}
        </span>
      ) : null}
    </>
  );
}

/** With whom a row waits, and for how many working days (WAIT-05). */
function WaitingCell({ waiting }: { waiting: Waiting }) {
  return (
    <span title={waitingText(waiting)} className="grid text-xs leading-tight">
      <span className="sr-only">{waitingText(waiting)}</span>
      <span aria-hidden className="truncate">
        <WaitingPeople waiting={waiting} />
      </span>
      <span aria-hidden className="figures text-pretty text-ink-muted">
        {waitingTime(waiting)}
      </span>
    </span>
  );
}

/** The total, and below it the one in the base currency (CURR-33). No component: long lists render it for each row. */
function totalCell(row: Pick<ListRow, 'totalCost' | 'currency' | 'baseTotal'>) {
  const { baseTotal, currency } = row;
  // The largest amounts wrap after their currency where the column is narrow.
  const total = (
    <Money cents={toCents(row.totalCost)} currency={currency} className="flex flex-wrap justify-end" />
  );
  if (!baseTotal || baseTotal.currency === currency) return total;
  return (
    <span className="grid justify-items-end leading-tight">
      {total}
      <span className="figures text-xs text-ink-muted">
        {formatWithCode(toCents(baseTotal.total), baseTotal.currency)}
      </span>
    </span>
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
      // Fits the largest amount with its sign and currency, such as `-CA$9,999,999,999.99`.
      width: '11rem',
      narrow: { width: '8.75rem' },
      cell: totalCell,
    },
    {
      id: 'STATUS',
      name: 'Status',
      isSortable: true,
      // Both widths fit the longest status.
      width: '11.75rem',
      cell: ({ status, submissionStatus }) => <StatusChip {...{ status, submissionStatus }} />,
      narrow: { width: '12.25rem', cell: (row) => <StatusAndWaiting row={row} /> },
    },
    {
      id: 'WAITING_SINCE',
      name: 'Waiting',
      isSortable: true,
      shownFrom: wideTable,
      width: '8.25rem',
      cell: (row) => (row.waiting ? <WaitingCell waiting={row.waiting} /> : null),
    },
    {
      id: 'ATTACHMENTS',
      name: attachments,
      shownFrom: 1024,
      width: '7.25rem',
      narrow: { width: '6.75rem' },
      cell: (row) => <AttachmentCount count={row.attachmentCount} />,
    },
  ];
}

interface LastColumn extends ResponsiveColumn<
  RowStatus & { totalCost: number; currency: string; attachmentCount: number }
> {
  id: 'TOTAL' | 'STATUS' | 'WAITING_SINCE' | 'ATTACHMENTS';
}
