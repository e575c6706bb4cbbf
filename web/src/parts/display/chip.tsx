import type { ReactNode } from 'react';
import type { Status, SubmissionStatus } from '#domain/document';
import { ChipShape } from './status-shape.tsx';
import type { Shape } from './status-shape.tsx';

export type Tone = 'neutral' | 'positive' | 'caution' | 'negative' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-ink-soft text-ink-muted',
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  negative: 'bg-negative-soft text-negative',
  info: 'bg-info-soft text-info',
};

/** A label with a shape, so that its meaning does not depend on colour alone. */
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

/** The status of a document. A partly approved PO shows three quarters of the circle. */
export function StatusChip(props: { status: Status; submissionStatus: SubmissionStatus }) {
  const look = submissionLooks[props.submissionStatus];
  const further = props.status.startsWith('APPROVED_BY_');
  return (
    <Chip tone={look.tone} shape={further ? 'most' : look.shape}>
      {props.submissionStatus}
    </Chip>
  );
}
