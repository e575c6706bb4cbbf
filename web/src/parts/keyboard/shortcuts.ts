import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { tinykeys } from 'tinykeys';

interface Shortcut {
  /**
   * In the syntax of tinykeys: `$mod` is Cmd on a Mac and Ctrl elsewhere; a space separates keys pressed one after the
   * other.
   */
  keys: string;
}

/** Every shortcut of the application. Its name for the user is in `shortcut-texts.ts`, which no first screen needs. */
export const shortcuts = {
  search: { keys: '$mod+k' },
  help: { keys: '[Shift]+?' },
  create: { keys: 'c' },
  goApprovals: { keys: 'g a' },
  goOrders: { keys: 'g o' },
  goInvoices: { keys: 'g i' },
  goPayments: { keys: 'g p' },
  find: { keys: '/' },
  nextRow: { keys: 'j' },
  previousRow: { keys: 'k' },
  openRow: { keys: 'Enter' },
  rowActions: { keys: 'm' },
  pick: { keys: 'x' },
  pickAll: { keys: 'Shift+X' },
  approvePicked: { keys: '$mod+Enter' },
  confirm: { keys: '$mod+Enter' },
  approve: { keys: '$mod+Enter' },
  revise: { keys: 'r' },
  edit: { keys: 'e' },
  submit: { keys: '$mod+Enter' },
  save: { keys: '$mod+Enter' },
  files: { keys: 'f' },
  nextDocument: { keys: 'j' },
  previousDocument: { keys: 'k' },
  back: { keys: 'b' },
  nextLine: { keys: 'Enter' },
  previousLine: { keys: 'Shift+Enter' },
  fillLine: { keys: '$mod+d' },
  writeOn: { keys: 'F2' },
  leaveLine: { keys: 'Escape' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

interface BoundShortcut {
  name: ShortcutName;
  /** Null for a shortcut that a component handles itself. */
  run: (() => unknown) | null;
}

/** Shortcuts that work on the current screen, the newest binding last. */
const bound = new Set<BoundShortcut>();

export function boundShortcuts(): ReadonlySet<ShortcutName> {
  return new Set([...bound].map(({ name }) => name));
}

/** The action of a shortcut on the current screen; null if it has none there. */
export function boundAction(name: ShortcutName): BoundShortcut['run'] {
  return [...bound].findLast((one) => one.name === name)?.run ?? null;
}

function bind(name: ShortcutName, run: BoundShortcut['run']): () => void {
  const binding = { name, run };
  bound.add(binding);
  return () => void bound.delete(binding);
}

/** Lists shortcuts that a component handles itself, such as the keys of a table. */
export function useOfferedShortcuts(names: readonly ShortcutName[], isOn = true): void {
  const all = names.join(' ');
  useEffect(() => {
    if (!isOn) return undefined;
    const withdrawn = all.split(' ').map((name) => bind(name as ShortcutName, null));
    return () => {
      for (const withdraw of withdrawn) withdraw();
    };
  }, [all, isOn]);
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
/** Layers above the page with their own keys. */
const upperLayers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

interface Binding {
  isOn?: boolean;
  /** Also works while the user types: only for actions that discard nothing. */
  whileTyping?: boolean;
  /** The shortcut belongs to a dialog. */
  inDialog?: boolean;
}

/** Whether the key is typed text or belongs to a layer above the page. */
function isIgnored(event: KeyboardEvent, { whileTyping = false, inDialog = false }: Binding): boolean {
  if (event.repeat || event.isComposing) return true;
  const { target } = event;
  // Plain letters are the common case; querying the whole document for each would slow down typing.
  const isPlain = !(event.ctrlKey || event.metaKey);
  if ((!whileTyping || isPlain) && target instanceof HTMLElement && target.closest(typing) !== null)
    return true;
  return !inDialog && document.querySelector(upperLayers) !== null;
}

/**
 * Binds a shortcut while the calling component is mounted, in the capture phase. An action that returns false leaves
 * the key to other handlers.
 */
export function useShortcut(name: ShortcutName, action: () => unknown, binding: Binding = {}): void {
  const { isOn = true, whileTyping = false, inDialog = false } = binding;
  const run = useEffectEvent(action);
  // In the commit that shows the action as ready: a key that is pressed right then would be lost before an effect.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const withdraw = bind(name, () => run());
    const press = (event: KeyboardEvent) => {
      if (run() === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const release = tinykeys(
      window,
      { [shortcuts[name].keys]: press },
      { capture: true, ignore: (event) => isIgnored(event, { whileTyping, inDialog }) },
    );
    return () => {
      release();
      withdraw();
    };
  }, [name, isOn, whileTyping, inDialog]);
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

const keyTexts: Readonly<Record<string, string>> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  Enter: isMac ? '⏎' : 'Enter',
  Escape: 'Esc',
};

/** The keys of a shortcut as labelled on the keyboard: `['Ctrl', 'Enter']`. */
export function keysOf(name: ShortcutName): string[] {
  return shortcuts[name].keys
    .split(/[ +]/)
    .filter((key) => !key.startsWith('['))
    .map((key) => keyTexts[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** The keys of a shortcut for `aria-keyshortcuts`. */
export function ariaKeys(name: ShortcutName): string {
  return shortcuts[name].keys.replace('$mod', isMac ? 'Meta' : 'Control').replace('[Shift]+', '');
}
