import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ArrowUp } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Spinner } from '../controls/spinner.tsx';

/** LS-22, DEC-47: the 10th row from the end, coming so near, asks for the next page. */
const NEAR_PX = 100;
const ROWS_AHEAD = 10;

/** The end of a list: coming near it loads the next page (LS-21). It stands right below its rows, while there is one. */
export function LoadMore(props: {
  isLoading: boolean;
  onLoad: () => void;
  /** What is said when the page did not come; `onRetry` asks for it again. */
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
    const look = () => {
      const rows = list.querySelectorAll('tbody > tr, ul > li');
      const last = rows[rows.length - 1];
      const trigger = rows[rows.length - ROWS_AHEAD] ?? last;
      if (!marker.current || !last || !trigger) return;
      const ahead = last.getBoundingClientRect().bottom - trigger.getBoundingClientRect().top;
      // Of a long list only the rows in sight are drawn: where its end is, the marker knows. What has been scrolled past
      // counts too: a long jump may pass over it between two looks.
      const top = marker.current.getBoundingClientRect().top - ahead;
      if (top <= main.getBoundingClientRect().bottom + NEAR_PX) load();
    };
    // The table draws its rows a moment later than this, and a window may grow: both change the list's size.
    const growth = new ResizeObserver(look);
    growth.observe(list);
    growth.observe(main);
    main.addEventListener('scroll', look, { passive: true });
    return () => {
      growth.disconnect();
      main.removeEventListener('scroll', look);
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

/** The browser ignores the setting for scrolling that a script asks for. */
function scrollToTop(main: HTMLElement | null | undefined): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  main?.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
}

/** LS-44: appears when the page has been scrolled by more than a screen. */
export function BackToTop() {
  const [far, setFar] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const main = anchor.current?.closest('main');
    if (!main) return undefined;
    const look = () => setFar(main.scrollTop > main.clientHeight);
    main.addEventListener('scroll', look, { passive: true });
    return () => main.removeEventListener('scroll', look);
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
