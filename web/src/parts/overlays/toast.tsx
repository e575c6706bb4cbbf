import { createContext, use, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { texts } from '../../texts.ts';
import { IconButton } from '../controls/button.tsx';
import { useIsPhone } from '../hooks/use-breakpoint.ts';

/** ER-06 */
export type FlashType = 'success' | 'info' | 'news' | 'warning' | 'danger' | 'error' | 'failure';

const HIDE_AFTER_MS = 5000;
const SHOWN_AT_ONCE = 4;

interface Banner {
  id: number;
  type: FlashType;
  text: string;
  follow: ToastLink | ToastAction | null;
}

/** Where the result of long work is. */
export interface ToastLink {
  text: string;
  href: string;
  /** For files, which are no page of the application (PD-28). */
  inNewWindow?: boolean;
}

/** What can be done about it while the banner stands, such as `Undo`; the banner then goes. */
export interface ToastAction {
  text: string;
  onPress: () => void;
}

/** Without a text of its own it says `An error occurred.` (ER-05). */
export type Flash = (type: FlashType, text?: string, follow?: ToastLink | ToastAction) => void;

const FlashContext = createContext<Flash | null>(null);

/** `flash('success', 'PO #12 saved.')`: a banner that goes by itself (DEC-70). */
export function useToast(): Flash {
  const flash = use(FlashContext);
  if (!flash) throw new Error('useToast needs a FlashProvider above it');
  return flash;
}

const bad = { look: 'text-negative bg-negative-soft', icon: CircleAlert, role: 'alert' } as const;
const blue = { look: 'text-info bg-info-soft', icon: Info, role: 'status' } as const;
const looks = {
  success: { look: 'text-positive bg-positive-soft', icon: CircleCheck, role: 'status' },
  info: blue,
  news: blue,
  warning: { look: 'text-caution bg-caution-soft', icon: TriangleAlert, role: 'status' },
  danger: bad,
  error: bad,
  failure: bad,
} as const satisfies Record<FlashType, unknown>;

/** What cannot be read again, or done again, once it is gone. */
function isWeighty({ type, follow }: Banner): boolean {
  return follow !== null || looks[type].role === 'alert';
}

/** A phone has room for one at a time; but what only tells of a success takes no error and no `Undo` away. */
function fitting(all: readonly Banner[], isPhone: boolean): readonly Banner[] {
  if (!isPhone) return all.slice(-SHOWN_AT_ONCE);
  const last = [true, false].map((sort) => all.findLast((banner) => isWeighty(banner) === sort));
  return all.filter((banner) => last.includes(banner));
}

/** ER-06: calls `onEnd` after five seconds in all; while `held`, they stand still. */
function useHiding(held: boolean, onEnd: () => void): void {
  const left = useRef(HIDE_AFTER_MS);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (held) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - since));
    };
  }, [held]);
}

const followClass = 'cursor-pointer font-medium underline underline-offset-2';

function FollowUp(props: { follow: ToastLink | ToastAction; onDone: () => void }) {
  const { follow } = props;
  if ('onPress' in follow) {
    const act = () => {
      props.onDone();
      follow.onPress();
    };
    return (
      <Button onPress={act} className={`${followClass} touch:min-h-11 touch:px-2 rounded-sm`}>
        {follow.text}
      </Button>
    );
  }
  const target = follow.inNewWindow && { target: '_blank', rel: 'noopener' };
  return (
    <Link href={follow.href} {...target} className={followClass}>
      {follow.text}
    </Link>
  );
}

function BannerLine(props: { banner: Banner; onClose: (id: number) => void }) {
  const { banner, onClose } = props;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const close = () => {
    onClose(banner.id);
    // The keyboard goes back to where it was, not to the top of the page.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  useHiding(pointed || focused, () => onClose(banner.id));
  const { look, icon: Icon, role } = looks[banner.type];
  return (
    <div
      role={role}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        cameFrom.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      className="floating pointer-events-auto flex items-start gap-3 py-1.5 pr-1.5 pl-2"
    >
      <span className={`touch:my-2 my-0.5 grid size-7 shrink-0 place-items-center rounded-md ${look}`}>
        <Icon aria-hidden className="size-4" />
      </span>
      {/* What can be done stands beside a short text, and below a long one. */}
      <div className="touch:min-h-11 touch:py-2 flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1.5">
        <p className="min-w-0 grow wrap-anywhere">{banner.text}</p>
        {banner.follow ? <FollowUp follow={banner.follow} onDone={close} /> : null}
      </div>
      <IconButton label="Close message" onPress={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

export function FlashProvider(props: { children: ReactNode }) {
  const [banners, setBanners] = useState<readonly Banner[]>([]);
  const next = useRef(0);
  const isPhone = useIsPhone();
  const close = useCallback(
    (id: number) => setBanners((all) => all.filter((banner) => banner.id !== id)),
    [],
  );
  const flash = useCallback<Flash>(
    (type, said, follow) => {
      next.current += 1;
      const text = said || texts.anError;
      const banner = { id: next.current, type, text, follow: follow ?? null };
      // The same words again replace their banner, so that they start their five seconds anew.
      setBanners((all) => fitting([...all.filter((old) => old.text !== text), banner], isPhone));
    },
    [isPhone],
  );
  const lines = useMemo(
    () => banners.map((banner) => <BannerLine key={banner.id} banner={banner} onClose={close} />),
    [banners, close],
  );
  return (
    <FlashContext value={flash}>
      {props.children}
      {/* Above dialogs, and within reach while one is open: it is the dialog that they are about. They hide no head and no
          bar: of a phone's bars the one of a form or a review stands above that of the sections. There dialogs come from
          below, and these stand at the top meanwhile; below the head, and the line that there is no network, where a run
          takes the room between the bars. */}
      <section
        aria-label="Messages"
        data-react-aria-top-layer="true"
        className="print:hidden pointer-events-none fixed bottom-20 left-2 z-50 grid w-full max-w-md gap-2 px-4 max-sm:inset-x-0 max-sm:bottom-18 max-sm:[body:has([data-page-bar]):not(:has([role*=dialog],[data-page-bar=run]))_&]:bottom-44 max-sm:mx-auto max-sm:px-2 max-sm:[body:has([role*=dialog])_&]:top-2 max-sm:[body:has([role*=dialog],[data-page-bar=run])_&]:bottom-auto max-sm:[body:has([data-page-bar=run]):not(:has([role*=dialog]))_&]:top-16 max-sm:[body:has([data-page-bar=run]):has([data-offline]):not(:has([role*=dialog]))_&]:top-36"
      >
        {lines}
      </section>
    </FlashContext>
  );
}
