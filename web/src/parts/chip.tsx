import type { ReactNode } from 'react';
import { TriangleAlert, X } from 'lucide-react';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { Button } from 'react-aria-components/Button';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import { ChipShape } from './chip-shape.tsx';
import type { Shape } from './chip-shape.tsx';

export type Tone = 'neutral' | 'positive' | 'caution' | 'negative' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-ink-soft text-ink-muted',
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  negative: 'bg-negative-soft text-negative',
  info: 'bg-info-soft text-info',
};

/** A word with a shape: what it says never hangs on colour alone. */
export function Chip(props: { tone?: Tone; shape?: Shape; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ${tones[props.tone ?? 'neutral']}`}
    >
      {props.shape ? <ChipShape shape={props.shape} /> : null}
      {props.children}
    </span>
  );
}

const submissionLooks: Record<SubmissionStatus, { tone: Tone; shape: Shape }> = {
  Draft: { tone: 'neutral', shape: 'open' },
  'Needs revision': { tone: 'caution', shape: 'triangle' },
  'Submitted for approval': { tone: 'info', shape: 'half' },
  Approved: { tone: 'positive', shape: 'check' },
  Void: { tone: 'neutral', shape: 'cross' },
  Denied: { tone: 'negative', shape: 'cross' },
  Canceled: { tone: 'neutral', shape: 'cross' },
};

/** Where a document stands. A PO part of the way through its approval shows three quarters of the circle. */
export function StatusChip(props: { status: Status; submissionStatus: SubmissionStatus; docType?: DocType }) {
  const look = submissionLooks[props.submissionStatus];
  const further = props.status.startsWith('APPROVED_BY_');
  return (
    <Chip tone={look.tone} shape={further ? 'most' : look.shape}>
      {props.submissionStatus}
    </Chip>
  );
}

/** A count beside a word; nothing at zero. `label` is what a screen reader says. */
export function Badge(props: { count: number; label: string; strong?: boolean }) {
  if (props.count <= 0) return null;
  const look = props.strong ? 'bg-ink text-surface-raised' : 'bg-ink-soft text-ink-muted';
  return (
    <span
      className={`figures inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-xs font-medium ${look}`}
    >
      <span aria-hidden>{props.count > 999 ? '999+' : props.count}</span>
      <span className="sr-only">{props.label}</span>
    </span>
  );
}

export interface RemovableChip {
  id: string;
  text: string;
  /** What is wrong with it, in words; it then stands in the danger colour. */
  problem?: string | null;
}

const chipLooks = {
  right: 'border-line bg-surface-raised',
  wrong: 'border-negative bg-negative-soft text-negative',
} as const;

/** Applied filters, the receivers of an e-mail: each can be taken away by its cross, or with Delete. */
export function ChipList(props: {
  label: string;
  items: readonly RemovableChip[];
  onRemove: (id: string) => void;
}) {
  return (
    <TagGroup
      className="max-w-full min-w-0"
      aria-label={props.label}
      onRemove={(ids) => [...ids].forEach((id) => props.onRemove(String(id)))}
    >
      <TagList items={props.items} className="flex flex-wrap gap-1.5">
        {(item) => (
          <Tag
            textValue={item.text}
            className={`touch:h-11 flex h-6.5 max-w-full items-center gap-1 rounded-sm border pl-2 text-sm ${chipLooks[item.problem ? 'wrong' : 'right']}`}
          >
            {item.problem ? <TriangleAlert aria-label={item.problem} className="size-3.5 shrink-0" /> : null}
            <span title={item.text} className="max-w-80 min-w-0 truncate">
              {item.text}
            </span>
            <Button
              slot="remove"
              className="touch:w-11 grid h-full w-6 shrink-0 cursor-pointer place-items-center text-ink-muted data-hovered:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
