import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';

/** A collapsible section, closed at first. */
export function Disclosure(props: { title: string; children: ReactNode }) {
  return (
    <details className="group text-sm">
      <summary className="-ml-0.5 flex min-h-8 w-fit cursor-pointer items-center rounded-sm pr-1.5 font-medium text-ink-muted touch:min-h-11">
        <ChevronRight aria-hidden className="mr-1 size-4 shrink-0 group-open:rotate-90" />
        {props.title}
      </summary>
      {props.children}
    </details>
  );
}
