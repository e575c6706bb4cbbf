import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

/** A short text on hover and focus. The child must be able to hold focus (a button, or `TooltipText`). */
export function Tooltip(props: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      {props.children}
      <AriaTooltip
        offset={6}
        className="fade z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-surface-raised"
      >
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** A text that was cut, or that stands for more, with all of it on hover and focus. */
export function TooltipText(props: { text: string; children: ReactNode; className?: string }) {
  return (
    <Tooltip text={props.text}>
      <Button className={`cursor-default rounded-sm text-left ${props.className ?? 'max-w-full truncate'}`}>
        {props.children}
      </Button>
    </Tooltip>
  );
}
