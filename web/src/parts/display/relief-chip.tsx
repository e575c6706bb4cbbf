import { memo } from 'react';
import type { ReliefIndicator } from '#domain/relief/relief';
import { Chip } from './chip.tsx';
import type { Tone } from './chip.tsx';
import type { Shape } from './status-shape.tsx';
import { Money } from './money.tsx';

const looks: Record<ReliefIndicator, { word: string; tone: Tone; shape: Shape }> = {
  NONE: { word: 'None', tone: 'neutral', shape: 'dot' },
  MATCH: { word: 'Match', tone: 'positive', shape: 'check' },
  UNDER: { word: 'Under', tone: 'info', shape: 'half' },
  OVER: { word: 'Over', tone: 'caution', shape: 'triangle' },
  ERROR: { word: 'Error', tone: 'negative', shape: 'cross' },
};

/** RL-03: how an invoice line stands to the PO that it names, and what is then left of that, in cents; null is unknown. */
export const ReliefChip = memo(
  (props: { indicator: ReliefIndicator; rest: number | null; currency: string }) => {
    const { rest } = props;
    const { word, tone, shape } = looks[props.indicator];
    return (
      <span className="inline-flex items-center gap-1.5 align-middle">
        <Chip tone={tone} shape={shape}>
          {word}
        </Chip>
        {rest === null || rest === 0 ? null : (
          <span className="text-xs whitespace-nowrap text-ink-muted">
            <Money cents={Math.abs(rest)} currency={props.currency} />
            {rest > 0 ? ' left' : ' over'}
          </span>
        )}
      </span>
    );
  },
);
