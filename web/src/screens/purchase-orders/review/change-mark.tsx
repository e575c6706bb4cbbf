import type { ReactNode } from 'react';

export type Side = 'before' | 'after';

/** The old value struck through, or the new value. */
export function Mark(props: { side: Side; children: ReactNode }) {
  return props.side === 'before' ? (
    <del className="text-ink-muted decoration-negative">
      <span className="sr-only">was </span>
      {props.children}
    </del>
  ) : (
    <ins className="rounded-sm bg-positive-soft px-0.5 text-ink no-underline">
      <span className="sr-only">now </span>
      {props.children}
    </ins>
  );
}
