import type { ReactNode } from 'react';

/** The bar at the foot of a review, within the thumb's reach: the way back at the left, the acts at the right. */
export function ActionBar(props: { label: string; back: ReactNode; extra?: ReactNode; children: ReactNode }) {
  return (
    <footer
      aria-label={props.label}
      role="region"
      className="sticky bottom-0 z-10 border-t border-line bg-surface-raised"
    >
      <div className="gutter flex flex-wrap items-center gap-2 py-2.5">
        {props.back}
        <div className="flex min-w-0 flex-1 items-center justify-end max-sm:order-first max-sm:basis-full max-sm:justify-start">
          {props.extra}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:flex-1">{props.children}</div>
      </div>
    </footer>
  );
}
