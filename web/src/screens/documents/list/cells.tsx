import type { ReactNode } from 'react';
import { Paperclip } from 'lucide-react';
import type { Status, SubmissionStatus } from '#domain/document';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { ChipShape } from '../../../parts/display/status-shape.tsx';

/** The paper clip with how many files hang on a row. */
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

/** A text that its column may cut; the pointer finds all of it. */
export function Cut(props: { text: string }) {
  return <span title={props.text}>{props.text}</span>;
}

/** Where a row stands: its state, and whether that means whoever looks at it. */
export interface RowStanding {
  status: Status;
  submissionStatus: SubmissionStatus;
  isWaiting: boolean;
}

/** It waits for whoever looks at it; in the queue, where all of it does, the head says so once. */
export function InYourQueue() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap text-info in-data-queue:hidden">
      <ChipShape shape="dot" />
      Your turn
    </span>
  );
}

/** From 85rem on there is room beside the chip for the words that it is one's turn; below they stand under the number. */
export const statusWidth = 'clamp(11.75rem, calc((100vw - 85rem) * 100), 16rem)';

/** Room for the largest amount with its sign and currency, as `-CA$9,999,999,999.99`. */
export const totalWidth = '11rem';

export function Standing({ row }: { row: RowStanding }) {
  return (
    <span className="flex items-center gap-2">
      <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
      {row.isWaiting ? (
        <span className="flex max-[85rem]:hidden">
          <InYourQueue />
        </span>
      ) : null}
    </span>
  );
}

/** What a row is called, which leads it. */
export function RowName(props: { row: RowStanding; children: ReactNode }) {
  return (
    <>
      {props.children}
      {props.row.isWaiting ? (
        <span className="flex leading-none min-[85rem]:hidden">
          <InYourQueue />
        </span>
      ) : null}
    </>
  );
}
