import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { IconButton } from '../controls/button.tsx';

/** A notice at the top of a form or list, with actions. */
export function Notice(props: {
  icon: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  /** For a notice that stays until the user dismisses it. */
  onPutAway?: () => void;
}) {
  return (
    <div
      role="status"
      className="flex items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-info-soft px-4 py-2.5 max-sm:flex-wrap"
    >
      <div className="flex min-w-0 flex-1 gap-3">
        <span className="mt-0.5 shrink-0 text-info">{props.icon}</span>
        <p className="min-w-0">{props.children}</p>
      </div>
      {props.onPutAway ? (
        <div className="-mr-2 sm:order-1">
          <IconButton label="Put away" onPress={props.onPutAway}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : null}
      {props.actions ? (
        <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-1">{props.actions}</div>
      ) : null}
    </div>
  );
}
