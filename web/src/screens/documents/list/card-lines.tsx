import type { ReactNode } from 'react';
import { openQuestionText } from '#domain/questions/question';
import { toCents } from '#domain/values/money';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { Day, Time } from '../../../parts/display/date-format.tsx';
import { BaseAmount } from '../../../parts/display/base-amount.tsx';
import { Money } from '../../../parts/display/money.tsx';
import type { ListRow } from './list-definition.ts';
import { waitingText } from '../waiting-text.ts';
import { AttachmentCount, InYourQueue, QuestionOpen } from './cells.tsx';
import type { RowStatus } from './cells.tsx';

/** A row on a phone: number and amount, counterparty, description and status (UX-09). */
export function CardLines(props: {
  number: ReactNode;
  row: RowStatus & Pick<ListRow, 'totalCost' | 'currency' | 'baseTotal'> & { attachmentCount: number };
  who: string;
  what: string;
  day: string;
}) {
  const { row } = props;
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="figures min-w-0 truncate font-medium">{props.number}</span>
          {row.isWaiting ? <InYourQueue row={row} /> : null}
        </span>
        <Money cents={toCents(row.totalCost)} currency={row.currency} className="font-medium" />
      </span>
      {row.baseTotal ? <BaseAmount of={row} className="block text-right" /> : null}
      <span className="block truncate pt-0.5">{props.who}</span>
      <span className="block truncate text-sm text-ink-muted">{props.what}</span>
      {row.openQuestion ? (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 pt-0.5 text-sm text-ink-muted">
          <QuestionOpen question={row.openQuestion} />
          <span aria-hidden className="min-w-0 truncate">
            {openQuestionText(row.openQuestion)}, <Time at={row.openQuestion.since} />
          </span>
        </span>
      ) : null}
      {row.waiting ? (
        <span className="block pt-0.5 text-sm text-ink-muted">{waitingText(row.waiting)}</span>
      ) : null}
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2">
        <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
        <span className="flex min-w-0 items-center gap-2 text-xs text-ink-muted">
          <AttachmentCount count={row.attachmentCount} />
          <Day day={props.day} />
        </span>
      </span>
    </>
  );
}
