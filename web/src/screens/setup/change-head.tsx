import type { ReactNode } from 'react';
import { Time } from '../../parts/display/date-format.tsx';

/** The first line of a change in a history: what was changed, by whom and when. */
export function ChangeHead(props: { change: { by: { name: string }; at: string }; children: ReactNode }) {
  const { by, at } = props.change;
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-medium">{props.children}</span>
      <span className="text-sm text-ink-muted">
        {by.name} · <Time at={at} />
      </span>
    </p>
  );
}
