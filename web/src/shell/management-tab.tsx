import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { ChevronDown } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import type { AreaLink, SectionLink } from './nav-link.ts';
import { TabLink } from '../parts/page/tab-link.tsx';

/** SH-42 */
const HIDE_AFTER_MS = 1000;

function AreaList(props: { id: string; areas: readonly AreaLink[]; onChoose: () => void }) {
  return (
    <ul
      id={props.id}
      aria-label="Management areas"
      className="floating absolute top-full left-0 z-30 -mt-1 min-w-48 p-1 max-md:right-0 max-md:left-auto"
    >
      {props.areas.map((area) => (
        <li key={area.id}>
          <Link
            href={area.href}
            onPress={props.onChoose}
            aria-current={area.current ? 'page' : 'false'}
            className="min-h-item flex cursor-pointer items-center rounded-sm px-3 text-base whitespace-nowrap outline-offset-[-2px] aria-[current=page]:font-semibold data-focus-visible:bg-surface-pressed data-hovered:bg-surface-pressed"
          >
            {area.text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** State of the sub-menu: it opens on hover at once and closes a second after the pointer left. */
function useHoverMenu() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen,
    show,
    pointer: {
      // Touch has no hover: a tap presses the tab or its arrow.
      onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && show(true),
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'touch') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setOpen(false), HIDE_AFTER_MS);
      },
    },
  };
}

/** The management tab and its areas, which open on hover, by the arrow and by the keyboard (SH-40 to SH-42). */
export function ManagementTab(props: { link: SectionLink }) {
  const { link } = props;
  const { isOpen, show, pointer } = useHoverMenu();
  const box = useRef<HTMLDivElement>(null);
  const arrow = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const move = (step: 1 | -1) => {
    flushSync(() => show(true));
    const items = [...(box.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      if (box.current?.querySelector('ul')?.contains(document.activeElement)) arrow.current?.focus();
      show(false);
    } else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp' && isOpen) move(-1);
    else return;
    event.preventDefault();
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !event.currentTarget.contains(to)) show(false);
  };
  const within = { ...pointer, onKeyDown, onBlur };
  return (
    <div
      ref={box}
      {...within}
      role="group"
      aria-label={link.text}
      className="relative flex h-full shrink-0 items-center"
    >
      <TabLink href={link.href} text={link.text} isCurrent={link.current} />
      <Button
        ref={arrow}
        aria-label="Management areas"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': listId })}
        // A mouse has already opened it by hovering.
        onPress={({ pointerType }) => show(pointerType === 'mouse' || !isOpen)}
        className="touch:size-9 grid size-6 cursor-pointer place-items-center rounded-sm text-ink-muted outline-offset-[-2px] data-hovered:text-ink"
      >
        <ChevronDown
          aria-hidden
          className={`size-4 transition-transform duration-[140ms] ${isOpen ? 'rotate-180' : ''}`}
        />
      </Button>
      {isOpen ? <AreaList id={listId} areas={link.areas} onChoose={() => show(false)} /> : null}
    </div>
  );
}
