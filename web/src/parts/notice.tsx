import type { ReactNode } from 'react';

/** Something to know before going on, at the head of a form, with what can be done about it. */
export function Notice(props: { icon: ReactNode; children: ReactNode; actions: ReactNode }) {
  return (
    <div
      role="status"
      className="flex items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-info-soft px-4 py-2.5 max-sm:flex-wrap"
    >
      <span className="shrink-0 text-info">{props.icon}</span>
      <p className="min-w-0 flex-1">{props.children}</p>
      <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">{props.actions}</div>
    </div>
  );
}
