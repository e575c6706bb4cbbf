import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

/** LS-22: how near the end of a list must come before the next page is asked for. */
const NEAR_PX = 100;

/** The end of a list: coming near it loads the next page (LS-21). Draw it only while there is one. */
export function LoadMore(props: { isLoading: boolean; onLoad: () => void }) {
  const marker = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(props.onLoad);
  useEffect(() => {
    const element = marker.current;
    if (!element || props.isLoading) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [props.isLoading]);
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
