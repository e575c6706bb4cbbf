import type { ReactNode } from 'react';

/** The content of an empty list: a text and an action. */
export function EmptyState(props: {
  /** If nothing else is on the screen. */
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
