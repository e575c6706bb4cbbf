import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ArrowUp } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Spinner } from '../controls/spinner.tsx';

/** The next page loads when the 10th row from the end is this near the viewport (LS-22, DEC-47). */
const NEAR_PX = 100;
const TRIGGER_ROWS = 10;

/** The end of a list, directly below its rows: loads the next page when it comes near the viewport (LS-21). */
export function LoadMore(props: {
  isLoading: boolean;
  onLoad: () => void;
  /** The message after a failed page; `onRetry` loads it again. */
  failure?: string | null;
  onRetry: () => void;
}) {
  const failed = Boolean(props.failure);
  const marker = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(props.onLoad);
  useEffect(() => {
    const list = marker.current?.parentElement;
    const main = list?.closest('main');
    if (!list || !main || props.isLoading || failed) return undefined;
    const check = () => {
      const rows = list.querySelectorAll('tbody > tr, ul > li');
      const last = rows[rows.length - 1];
      const trigger = rows[rows.length - TRIGGER_ROWS] ?? last;
      if (!marker.current || !last || !trigger) return;
      const distance = last.getBoundingClientRect().bottom - trigger.getBoundingClientRect().top;
      // A long list renders only visible rows, so the marker gives the position of its end. A marker above the viewport
      // counts too, because a long jump may skip it.
      const top = marker.current.getBoundingClientRect().top - distance;
      if (top <= main.getBoundingClientRect().bottom + NEAR_PX) load();
    };
    // The table renders its rows a moment later, and a window may grow: both change the list's size.
    const growth = new ResizeObserver(check);
    growth.observe(list);
    growth.observe(main);
    main.addEventListener('scroll', check, { passive: true });
    return () => {
      growth.disconnect();
      main.removeEventListener('scroll', check);
    };
  }, [props.isLoading, failed]);
  if (failed && !props.isLoading) {
    return (
      <div ref={marker} className="flex flex-wrap items-center justify-center gap-3 px-4 py-3 text-ink-muted">
        <p role="alert">{props.failure}</p>
        <Button onPress={props.onRetry}>Try again</Button>
      </div>
    );
  }
  return (
    <div ref={marker} className="grid h-12 place-items-center text-ink-muted">
      {props.isLoading ? <Spinner small label="Loading more" /> : null}
    </div>
  );
}

/** Browsers ignore the reduced-motion setting for scripted scrolling. */
function scrollToTop(main: HTMLElement | null | undefined): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  main?.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
}

/** Shown once the page has been scrolled by more than a screen (LS-44). */
export function BackToTop() {
  const [far, setFar] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const main = anchor.current?.closest('main');
    if (!main) return undefined;
    const check = () => setFar(main.scrollTop > main.clientHeight);
    main.addEventListener('scroll', check, { passive: true });
    return () => main.removeEventListener('scroll', check);
  }, []);
  return (
    <div ref={anchor} className="pointer-events-none sticky bottom-4 z-3 flex h-0 items-end justify-center">
      {far ? (
        <div className="floating pointer-events-auto rounded-md">
          <Button onPress={() => scrollToTop(anchor.current?.closest('main'))}>
            <ArrowUp aria-hidden className="size-4" />
            Back to Top
          </Button>
        </div>
      ) : null}
    </div>
  );
}
