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

/** Relief status of an invoice line and the remaining PO balance in cents; null is unknown (RL-03). */
export const ReliefChip = memo(
  (props: { indicator: ReliefIndicator; remaining: number | null; currency: string }) => {
    const { remaining } = props;
    const { word, tone, shape } = looks[props.indicator];
    return (
      <span className="inline-flex items-center gap-1.5 align-middle">
        <Chip tone={tone} shape={shape}>
          {word}
        </Chip>
        {remaining === null || remaining === 0 ? null : (
          <span className="text-xs whitespace-nowrap text-ink-muted">
            <Money cents={Math.abs(remaining)} currency={props.currency} />
            {remaining > 0 ? ' left' : ' over'}
          </span>
        )}
      </span>
    );
  },
);
