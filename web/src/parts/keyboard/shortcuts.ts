import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

export const shortcutGroups = ['Anywhere', 'In a list', 'On a document', 'In line items'] as const;

interface Shortcut {
  /**
   * In the syntax of tinykeys: `$mod` is Cmd on a Mac and Ctrl elsewhere; a space separates keys pressed one after the
   * other.
   */
  keys: string;
  text: string;
  group: (typeof shortcutGroups)[number];
}

/** Every shortcut of the application. The list for the user and the bindings both come from it. */
export const shortcuts = {
  search: { keys: '$mod+k', text: 'Search this show', group: 'Anywhere' },
  help: { keys: '[Shift]+?', text: 'Show these shortcuts', group: 'Anywhere' },
  create: { keys: 'c', text: 'New purchase order, or invoice', group: 'Anywhere' },
  goApprovals: { keys: 'g a', text: 'Go to Approvals', group: 'Anywhere' },
  goOrders: { keys: 'g o', text: 'Go to Purchase Orders', group: 'Anywhere' },
  goInvoices: { keys: 'g i', text: 'Go to Invoices', group: 'Anywhere' },
  goPayments: { keys: 'g p', text: 'Go to Payments', group: 'Anywhere' },
  find: { keys: '/', text: 'Search by number', group: 'In a list' },
  nextRow: { keys: 'j', text: 'Next row', group: 'In a list' },
  previousRow: { keys: 'k', text: 'Previous row', group: 'In a list' },
  openRow: { keys: 'Enter', text: 'Open the row', group: 'In a list' },
  pick: { keys: 'x', text: 'Select the row', group: 'In a list' },
  pickAll: { keys: 'Shift+X', text: 'Select all', group: 'In a list' },
  approvePicked: { keys: '$mod+Enter', text: 'Approve the selection', group: 'In a list' },
  confirm: { keys: '$mod+Enter', text: 'Confirm', group: 'On a document' },
  approve: { keys: '$mod+Enter', text: 'Approve', group: 'On a document' },
  revise: { keys: 'r', text: 'Revise', group: 'On a document' },
  edit: { keys: 'e', text: 'Edit', group: 'On a document' },
  submit: { keys: '$mod+Enter', text: 'Submit for Approval', group: 'On a document' },
  save: { keys: '$mod+Enter', text: 'Save & Review', group: 'On a document' },
  files: { keys: 'f', text: 'Open the attachments', group: 'On a document' },
  nextDocument: { keys: 'j', text: 'Next document waiting', group: 'On a document' },
  previousDocument: { keys: 'k', text: 'Previous document waiting', group: 'On a document' },
  back: { keys: 'b', text: 'Back to the list', group: 'On a document' },
  nextLine: { keys: 'Enter', text: 'Line below, or a new one', group: 'In line items' },
  previousLine: { keys: 'Shift+Enter', text: 'Line above', group: 'In line items' },
  fillLine: { keys: '$mod+d', text: 'Copy the cell above', group: 'In line items' },
  writeOn: { keys: 'F2', text: 'Continue typing in the cell', group: 'In line items' },
  leaveLine: { keys: 'Escape', text: 'Restore the cell', group: 'In line items' },
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
  useEffect(() => {
    if (!isOn) return undefined;
    const withdraw = bind(name, () => run());
    const ignore = (event: KeyboardEvent) => isIgnored(event, { whileTyping, inDialog });
    const press = (event: KeyboardEvent) => {
      if (run() === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const release = tinykeys(window, { [shortcuts[name].keys]: press }, { capture: true, ignore });
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
