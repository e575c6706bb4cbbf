import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

const bubbleClass = 'fade z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-surface-raised';

function Bubble(props: { text: string }) {
  return (
    <AriaTooltip offset={6} className={bubbleClass}>
      {props.text}
    </AriaTooltip>
  );
}

/**
 * A short text on hover and focus. A finger must be able to read it too, and knows no hover: a press, which has nothing
 * else to do, shows the text until the focus goes elsewhere. `children` puts `tell` on its press. Null: nothing to say just now.
 */
export function PressTooltip(props: { text: string | null; children: (tell: () => void) => ReactNode }) {
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

/** The same for what is no button by itself: the text stands while the pointer or the focus is within. */
export function TooltipArea(props: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const [show, hide] = [() => setOpen(true), () => setOpen(false)];
  // The focus may have scrolled the area into sight, and what scrolls closes a tooltip: it opens once that is over.
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

/** A text that was cut, or that stands for more, with all of it on hover, focus and press. */
export function TooltipText(props: { text: string; children: ReactNode; className?: string }) {
  return (
    <PressTooltip text={props.text}>
      {(tell) => (
        <Button
          onPress={tell}
          className={`cursor-default rounded-sm text-left ${props.className ?? 'max-w-full truncate'}`}
        >
          {props.children}
        </Button>
      )}
    </PressTooltip>
  );
}
