import type { Amounts, Action, DocType } from '../calls.ts';
import type { Database } from '../database.ts';
import { currentContent, currentStep } from '../initial-state.ts';
import type { Documents, InitialState } from '../initial-state.ts';
import type { Chance } from '../random.ts';

/**
 * An action that a user plans; `action` builds it from the state that their screen shows at that moment, or returns
 * null.
 */
export interface PlannedAction {
  user: string;
  kind: Action['kind'];
  action: (initialState: InitialState) => Action | null;
  /** Start in milliseconds; random if omitted. */
  after?: number;
}

/** What one theme plans. */
export interface Scene {
  actions: readonly PlannedAction[];
  /** Changes the state in which the run starts. */
  setup?: (initialState: InitialState) => void;
  /** Additional runs of the cron. */
  sweepsAt?: readonly number[];
}
export type Theme = (documents: Documents, chance: Chance) => Scene;

export const voters = ['lena', 'luis', 'lara'];

/** The hot document of each type, at the step of Lena, Luis and Lara; of payments Lena, Sol and Hugo. */
export function anyDocument(
  { racing, bill, payments }: Documents,
  chance: Chance,
): readonly [DocType, string] {
  return chance.pick([
    ['PO', racing],
    ['PO', racing],
    ['INVOICE', bill],
    ['PAYMENT', payments[0] ?? ''],
  ] as const);
}

export function some(chance: Chance, most: number, all: readonly PlannedAction[]): PlannedAction[] {
  const left = [...all];
  return Array.from({ length: 1 + chance.below(most) }, () =>
    left.splice(chance.below(left.length), 1),
  ).flat();
}

/** Delays the action until the others have probably ended. */
export function late(chance: Chance, plannedAction: PlannedAction): PlannedAction {
  return { ...plannedAction, after: 60 + chance.below(300) };
}

/** Delays the action until a bulk run has probably ended. */
export function afterRun(chance: Chance, plannedAction: PlannedAction): PlannedAction {
  return { ...plannedAction, after: 1000 + chance.below(3000) };
}

export function onFlow(
  user: string,
  kind: 'approve' | 'revise' | 'void' | 'deny' | 'send-back',
  docType: DocType,
  id: string,
): PlannedAction {
  const action: PlannedAction['action'] = ({ database }) => {
    const step = currentStep(database, id);
    const contentVersion = currentContent(database, id);
    return (kind === 'approve' || kind === 'send-back') && step === null
      ? null
      : { kind, docType, id, step, contentVersion };
  };
  return { user, kind, action };
}

export function plain(
  user: string,
  kind: 'submit' | 'pull' | 'take-back' | 'note' | 'nudge' | 'adjust' | 'discard' | 'push',
  docType: DocType,
  id: string,
): PlannedAction {
  return { user, kind, action: () => ({ kind, docType, id }) as Action };
}

export function amounts(chance: Chance, number: string): Amounts {
  const line = () => ({
    quantity: chance.pick([1, 1.5, 3, 0.33]),
    unitCost: (1 + chance.below(20_000)) / 100,
  });
  return { number, lines: Array.from({ length: 1 + chance.below(3) }, line) };
}

export function save(
  user: string,
  docType: 'PO' | 'INVOICE',
  id: string,
  chance: Chance,
  number = '',
): PlannedAction {
  const draft: Amounts = {
    ...amounts(chance, number),
    vendor: chance.hits(0.3) ? 'anvil' : 'lumen',
  };
  return { user, kind: 'save', action: () => ({ kind: 'save', docType, id, draft }) };
}

export function attach(id: string, fileIds: readonly string[]): PlannedAction {
  return {
    user: 'ivan',
    kind: 'attach',
    action: () => ({ kind: 'attach', docType: 'INVOICE', id, fileIds }),
  };
}

export function create(user: string, docType: 'PO' | 'INVOICE', chance: Chance): PlannedAction {
  const draft = amounts(chance, docType === 'PO' ? '' : chance.pick(['LR-1', 'LR-3']));
  return { user, kind: 'create', action: () => ({ kind: 'create', docType, draft }) };
}

/** A selection of documents, as the list showed them. */
export function bulk(user: string, ids: readonly string[], docType: DocType = 'PAYMENT'): PlannedAction {
  const kind = 'bulk';
  return {
    user,
    kind,
    action: ({ database }) => ({ kind, docType, items: ids.map((id) => itemOf(database, id)) }),
  };
}

/** Submits documents, or sends them to accounting again. */
export function bulkAction(
  user: string,
  kind: 'bulk-submit' | 'bulk-push',
  docType: DocType,
  ids: readonly string[],
): PlannedAction {
  return {
    user,
    kind,
    action: ({ database }) => ({ kind, docType, items: ids.map((id) => itemOf(database, id)) }),
  };
}

function itemOf(database: Database, id: string) {
  const contentVersion = currentContent(database, id);
  return { id, step: currentStep(database, id) ?? 'none', contentVersion };
}

/** An action on what a query finds when the user begins; nothing when it finds none. */
export function onFound(
  user: string,
  sql: string,
  actionOf: (id: string) => Action,
  parameters: readonly string[] = [],
): PlannedAction {
  return {
    user,
    kind: actionOf('').kind,
    action: ({ database }) => {
      const [found] = database.rows<{ id: string }>(sql, ...parameters);
      return found ? actionOf(found.id) : null;
    },
  };
}

const newestRun = 'SELECT id FROM bulk_runs WHERE user_id = ? ORDER BY created_at DESC LIMIT 1';

export function ofRun(user: string, kind: 'cancel-bulk' | 'retry-bulk' | 'undo-bulk'): PlannedAction {
  return onFound(user, newestRun, (run) => ({ kind, run }), [user]);
}
