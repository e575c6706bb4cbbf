import { Fragment } from 'react';
import { keysOf, shortcuts } from './shortcuts.ts';
import type { ShortcutName } from './shortcuts.ts';

/** The keys of a shortcut inside its button; hidden on touch devices. */
export function ShortcutHint(props: { name: ShortcutName }) {
  return (
    <kbd aria-hidden className="touch:hidden font-sans text-xs font-normal">
      {keysOf(props.name).join(' ')}
    </kbd>
  );
}

/** The keys of a shortcut as key caps. */
export function KeyboardShortcut(props: { name: ShortcutName }) {
  const inTurn = shortcuts[props.name].keys.includes(' ');
  return (
    <span className="inline-flex items-center gap-1 text-xs text-ink-muted">
      {keysOf(props.name).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && inTurn ? <span>then</span> : null}
          <kbd className="grid h-5.5 min-w-5.5 place-items-center rounded-sm border border-line-strong bg-surface-sunken px-1.5 font-sans font-medium text-ink">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
