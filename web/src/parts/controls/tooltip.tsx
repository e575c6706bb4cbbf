import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

// On a narrow screen it may lie over the next button, which must still take a press.
const bubbleClass =
  'fade z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-surface-raised max-md:pointer-events-none';

function Bubble(props: { text: string }) {
  return (
    <AriaTooltip offset={6} className={bubbleClass}>
      {props.text}
    </AriaTooltip>
  );
}

/**
 * A short text on hover and focus. Touch has no hover, so a press of a control without another action shows it too:
 * `children` calls `show` on its press. Null shows no tooltip.
 */
export function PressTooltip(props: { text: string | null; children: (show: () => void) => ReactNode }) {
  const { text } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger
      delay={400}
      closeDelay={80}
      isDisabled={text === null}
      isOpen={isOpen && text !== null}
      onOpenChange={setOpen}
    >
      {props.children(() => setOpen(true))}
      {text === null ? null : <Bubble text={text} />}
    </TooltipTrigger>
  );
}

/** A tooltip for content that is not a button, shown while the pointer or the focus is within. */
export function TooltipArea(props: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const [show, hide] = [() => setOpen(true), () => setOpen(false)];
  // Focusing may have scrolled the area, and scrolling closes a tooltip: it opens in the next frame.
  const showFocused = () =>
    requestAnimationFrame(() => area.current?.contains(document.activeElement) && show());
  const within = { onPointerEnter: show, onFocus: showFocused, onPointerLeave: hide, onBlur: hide };
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <div ref={area} {...within}>
        {props.children}
      </div>
      <AriaTooltip triggerRef={area} offset={6} className={bubbleClass}>
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** A truncated or abbreviated text, with the full text on hover and focus, and on a press without an action of its own. */
export function TooltipText(props: {
  text: string;
  children: ReactNode;
  className?: string;
  onPress?: (() => void) | undefined;
}) {
  return (
    <PressTooltip text={props.text}>
      {(show) => (
        <Button
          onPress={props.onPress ?? show}
          className={`rounded-sm text-left ${props.onPress ? 'cursor-pointer underline underline-offset-2 touch:min-h-11' : 'cursor-default'} ${props.className ?? 'max-w-full truncate'}`}
        >
          {props.children}
        </Button>
      )}
    </PressTooltip>
  );
}
