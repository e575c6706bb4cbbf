import type { ReactNode } from 'react';

/** An empty list: what there is to know, and what to do about it. */
export function EmptyState(props: {
  /** Where nothing else is on the screen. */
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-16 text-center text-ink-muted">
      <div className="grid gap-1">
        {props.title === undefined ? null : <h1 className="text-xl font-semibold text-ink">{props.title}</h1>}
        <p className="text-balance">{props.children}</p>
      </div>
      {props.action}
    </div>
  );
}
