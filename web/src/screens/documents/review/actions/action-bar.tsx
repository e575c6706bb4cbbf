import type { ReactNode } from 'react';
import { ArrowLeft, Info } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ButtonLink, Button } from '../../../../parts/controls/button.tsx';
import { useShortcut } from '../../../../parts/keyboard/shortcuts.ts';
import type { useSettledView } from '../../../../parts/hooks/use-settled-view.ts';
import type { StoredDocument } from '../../document.ts';
import { useChangedAt } from '../../changes-since.tsx';
import { useDisplayedContent } from '../../displayed-content.tsx';
import { kinds } from '../../paths.ts';

/** The newest change, such as `Dana replaced an attachment 2 minutes ago. 1 more change.`, if the document lists it. */
function NewestChange({ document }: { document: StoredDocument }) {
  const changedAt = useChangedAt();
  const { unseenChanges } = useDisplayedContent();
  const last = unseenChanges.at(-1);
  if (!last) return <>{`This ${kinds[document.docType].noun} changed while you were looking at it. `}</>;
  const more = unseenChanges.length - 1;
  return (
    <>
      <bdi className="font-medium">{last.userName}</bdi>
      {` ${last.summary} ${changedAt(last.timeStamp)}. `}
      {more > 0 ? `${more} more ${more === 1 ? 'change' : 'changes'}. ` : null}
    </>
  );
}

/** Warns above the actions that the content changed while the user was reading it (DEC-30). */
function ChangedNotice({ document }: { document: StoredDocument }) {
  const { isStale, unseenChanges, showChanges, accept } = useDisplayedContent();
  return (
    <div role="status">
      {isStale ? (
        <div className="gutter flex items-center gap-x-4 gap-y-2 border-b border-line bg-caution-soft py-2.5 max-sm:flex-wrap">
          <p className="flex min-w-0 flex-1 gap-3 max-sm:basis-full">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
            <span className="min-w-0">
              <NewestChange document={document} />
              The page shows the current version.
            </span>
          </p>
          <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">
            {unseenChanges.length > 0 ? <Button onPress={showChanges}>What Changed</Button> : null}
            <Button onPress={accept}>I Have Seen It</Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** The bar at the bottom of a review, within reach of the thumb: back and tools on the left, actions on the right. */
export function ActionBar(props: {
  label: string;
  /** Until the document has been visible for a moment, the bar can be neither pressed nor focused. */
  settled: ReturnType<typeof useSettledView>;
  backTo: string;
  /** The menu has the way back, as the row has no room for it (REV-02). */
  isBackInMenu?: boolean;
  /** Controls that do not act on the document, such as its export. Next to the back button. */
  tools: ReactNode;
  extra?: ReactNode;
  /** A warning to read before acting. Above the rest on narrow screens. */
  notice?: ReactNode;
  /** The document whose content may change while the user decides. */
  document: StoredDocument;
  children: ReactNode;
  /**
   * The primary action. Null if there is none; then no other button takes its place, where it could be pressed by
   * mistake.
   */
  main: ReactNode;
}) {
  const navigate = useNavigate();
  const { isSettled, again } = props.settled;
  useShortcut('back', () => void navigate(props.backTo));
  return (
    <section
      aria-label={props.label}
      data-page-bar={props.notice ? 'tall' : undefined}
      onPointerDown={isSettled ? undefined : again}
      className="sticky bottom-0 z-10 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ChangedNotice document={props.document} />
      <div
        inert={!isSettled}
        className="gutter flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 max-sm:gap-x-2 max-sm:py-1.5"
      >
        {props.isBackInMenu ? null : (
          <ButtonLink href={props.backTo}>
            <ArrowLeft aria-hidden className="size-4 md:hidden" />
            <span className="max-md:sr-only">Back to Dashboard</span>
          </ButtonLink>
        )}
        {props.tools}
        {props.notice ? (
          <div className="flex min-w-0 flex-1 justify-end max-md:order-first max-md:basis-full max-md:justify-start">
            {props.notice}
          </div>
        ) : null}
        {/* It also keeps the actions at the right edge, where nothing that arrives late moves them (REV-08). */}
        <div className={`flex min-w-0 items-center justify-end ${props.notice ? 'max-md:flex-1' : 'flex-1'}`}>
          {props.extra}
        </div>
        <div className="flex items-center justify-end gap-2">
          {props.children}
          {props.main}
        </div>
      </div>
    </section>
  );
}
