import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

/** LS-22, DEC-47: the 10th row from the end, coming so near, asks for the next page. */
const NEAR_PX = 100;
const ROWS_AHEAD = 10;

/** The end of a list: coming near it loads the next page (LS-21). It stands right below its rows, while there is one. */
export function LoadMore(props: { isLoading: boolean; onLoad: () => void; rowCount: number }) {
  const marker = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(props.onLoad);
  useEffect(() => {
    const end = marker.current;
    if (!end || props.isLoading) return undefined;
    const rows =
      end.parentElement?.querySelectorAll('tbody > tr, [role="rowgroup"] > [role="row"], ul > li') ?? [];
    const trigger = rows[Math.max(0, props.rowCount - ROWS_AHEAD)] ?? end;
    const observer = new IntersectionObserver(
      (entries) => {
        // A row that has been scrolled past counts too: a long jump may pass over it between two looks.
        const reached = entries.some(
          (entry) => entry.isIntersecting || entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0),
        );
        if (reached) load();
      },
      { root: end.closest('main'), rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(trigger);
    return () => observer.disconnect();
  }, [props.isLoading, props.rowCount]);
  return (
    <div ref={marker} className="grid h-12 place-items-center text-ink-muted">
      {props.isLoading ? <Spinner small label="Loading more" /> : null}
    </div>
  );
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
          <Button onPress={() => anchor.current?.closest('main')?.scrollTo({ top: 0, behavior: 'smooth' })}>
            <ArrowUp aria-hidden className="size-4" />
            Back to Top
          </Button>
        </div>
      ) : null}
    </div>
  );
}
