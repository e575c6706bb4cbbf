import { createContext, use, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { texts } from '../../texts.ts';
import { IconButton } from '../controls/button.tsx';
import { useIsPhone } from '../hooks/use-breakpoint.ts';

/** ER-06 */
export type ToastType = 'success' | 'info' | 'news' | 'warning' | 'danger' | 'error' | 'failure';

const HIDE_AFTER_MS = 5000;
const SHOWN_AT_ONCE = 4;

interface Banner {
  id: number;
  type: ToastType;
  text: string;
  follow: ToastLink | ToastAction | null;
}

/** A link to the result of a long operation. */
export interface ToastLink {
  text: string;
  href: string;
  /** For files, which are not pages of the application (PD-28). */
  inNewWindow?: boolean;
}

/** An action in the toast, such as `Undo`, which also closes it. */
export interface ToastAction {
  text: string;
  onPress: () => void;
}

/** Shows a toast; the default text is `An error occurred.` (ER-05). */
export type ShowToast = (type: ToastType, text?: string, follow?: ToastLink | ToastAction) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Returns a function that shows a toast which closes automatically: `flash('success', 'PO #12 saved.')` (DEC-70). */
export function useToast(): ShowToast {
  const flash = use(ToastContext);
  if (!flash) throw new Error('useToast needs a ToastProvider above it');
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
} as const satisfies Record<ToastType, unknown>;

/** A toast that cannot be read or used again once it is gone. */
function isImportant({ type, follow }: Banner): boolean {
  return follow !== null || looks[type].role === 'alert';
}

/** A phone shows one at a time, but a success message does not replace an error or an `Undo`. */
function limitToasts(all: readonly Banner[], isPhone: boolean): readonly Banner[] {
  if (!isPhone) return all.slice(-SHOWN_AT_ONCE);
  const last = [true, false].map((sort) => all.findLast((banner) => isImportant(banner) === sort));
  return all.filter((banner) => last.includes(banner));
}

/** Calls `onEnd` after five seconds, not counting the time while it is paused (ER-06). */
function useAutoHide(isPaused: boolean, onEnd: () => void): void {
  const left = useRef(HIDE_AFTER_MS);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - since));
    };
  }, [isPaused]);
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
    // Returns the keyboard focus to where it was before.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  useAutoHide(pointed || focused, () => onClose(banner.id));
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
      {/* The action is next to a short text, or below a long one. */}
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

export function ToastProvider(props: { children: ReactNode }) {
  const [banners, setBanners] = useState<readonly Banner[]>([]);
  const next = useRef(0);
  const isPhone = useIsPhone();
  const close = useCallback(
    (id: number) => setBanners((all) => all.filter((banner) => banner.id !== id)),
    [],
  );
  const flash = useCallback<ShowToast>(
    (type, message, follow) => {
      next.current += 1;
      const text = message || texts.anError;
      const banner = { id: next.current, type, text, follow: follow ?? null };
      // A toast with the same text replaces the old one and restarts its five seconds.
      setBanners((all) => limitToasts([...all.filter((old) => old.text !== text), banner], isPhone));
    },
    [isPhone],
  );
  const lines = useMemo(
    () => banners.map((banner) => <BannerLine key={banner.id} banner={banner} onClose={close} />),
    [banners, close],
  );
  return (
    <ToastContext value={flash}>
      {props.children}
      {/* Toasts are above dialogs and stay operable while one is open. */}
      <section
        aria-label="Messages"
        data-react-aria-top-layer="true"
        className="toasts print:hidden pointer-events-none fixed left-2 z-50 grid w-full max-w-md gap-2 px-4 max-sm:inset-x-0 max-sm:mx-auto max-sm:px-2"
      >
        {lines}
      </section>
    </ToastContext>
  );
}
