import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../parts/button.tsx';
import { useShortcut } from '../../../parts/shortcuts.ts';

/** The bar at the foot of a review, within the thumb's reach: the way back and the tools at the left, the acts at the right. */
export function ActionBar(props: {
  label: string;
  backTo: string;
  /** What is no act on the document, such as its export; beside the way back. */
  tools: ReactNode;
  extra?: ReactNode;
  /** What the user must know before acting; above the rest where there is little room. */
  notice?: ReactNode;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  useShortcut('back', () => void navigate(props.backTo));
  return (
    <section aria-label={props.label} className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 max-sm:py-1.5">
        <ButtonLink href={props.backTo}>
          <ArrowLeft aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">Back to Dashboard</span>
        </ButtonLink>
        {props.tools}
        {props.notice ? (
          <div className="flex min-w-0 flex-1 justify-end max-md:order-first max-md:basis-full max-md:justify-start">
            {props.notice}
          </div>
        ) : null}
        <div
          className={`flex min-w-0 items-center justify-end max-sm:justify-start ${props.notice ? 'max-md:flex-1' : 'flex-1'}`}
        >
          {props.extra}
        </div>
        {/* On a phone two acts or more have a row of their own, which the last of them fills. */}
        <div className="flex items-center justify-end gap-2 max-sm:has-[>:nth-child(2)]:w-full max-sm:*:not-first:last:flex-1">
          {props.children}
        </div>
      </div>
    </section>
  );
}
