import type { Amounts, Action, DocType } from './calls.ts';
import { currentContent, currentStep } from './initial-state.ts';
import type { Documents, InitialState } from './initial-state.ts';
import type { Chance } from './random.ts';
import { noFaults } from './scheduler.ts';
import { looseScan, scanOf } from './studio.ts';
import type { Faults } from './scheduler.ts';

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

/** The plan of one run: users' actions with their times, and the faults. */
export interface Plan {
  faults: Faults;
  /** Ids of documents that accounting refuses. */
  refused: readonly string[];
  /** Edits during approval keep the votes, as far as DEC-40 allows. */
  keepsVotes: boolean;
  plannedActions: readonly { plannedAction: PlannedAction; at: readonly number[] }[];
  sweepsAt: readonly number[];
}

const faultLevels: readonly Faults[] = [
  { ...noFaults, doubled: 0.5 },
  { before: 0.03, after: 0.03, stall: 0.02, crash: 0.015, lost: 0.05, doubled: 0.2 },
  { before: 0.1, after: 0.1, stall: 0.05, crash: 0.02, lost: 0.2, doubled: 0.2 },
  { ...noFaults, crash: 0.06, lost: 0.1, doubled: 0.1 },
];

type Theme = (documents: Documents, chance: Chance) => PlannedAction[];

const voters = ['lena', 'luis', 'lara'];

const themes: readonly Theme[] = [
  // Three voters for two votes, and another action on the document before or after them.
  ({ racing: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'PO', id)),
    ...some(chance, 1, [late(chance, onFlow('dana', 'void', 'PO', id)), onFlow('lena', 'revise', 'PO', id)]),
    ...some(chance, 2, [
      plain('lena', 'take-back', 'PO', id),
      plain('luis', 'take-back', 'PO', id),
      late(chance, plain('lena', 'take-back', 'PO', id)),
    ]),
    ...some(chance, 1, [
      onFlow('lena', 'void', 'PO', id),
      onFlow('luis', 'send-back', 'PO', id),
      late(chance, onFlow('abel', 'approve', 'PO', id)),
      plain('dana', 'pull', 'PO', id),
      save('luis', 'PO', id, chance),
      plain('dana', 'note', 'PO', id),
    ]),
  ],
  // Step by step, with edits and returns in between.
  ({ early: id }, chance) => [
    onFlow('abel', 'approve', 'PO', id),
    ...voters.slice(chance.below(2)).map((user) => late(chance, onFlow(user, 'approve', 'PO', id))),
    ...some(chance, 2, [
      plain('dana', 'pull', 'PO', id),
      late(chance, plain('dana', 'submit', 'PO', id)),
      late(chance, save('abel', 'PO', id, chance)),
      onFlow('abel', 'revise', 'PO', id),
      late(chance, onFlow('luis', 'send-back', 'PO', id)),
      late(chance, onFlow('abel', 'approve', 'PO', id)),
      plain('abel', 'take-back', 'PO', id),
      plain('ada', 'note', 'PO', id),
    ]),
  ],
  // Push and void at the same time.
  ({ approved: id }, chance) => [
    { ...plain('ada', 'push', 'PO', id), after: chance.below(10) },
    { ...onFlow('dana', 'void', 'PO', id), after: chance.below(60) },
    ...some(chance, 2, [
      plain('dana', 'push', 'PO', id),
      plain('dana', 'adjust', 'PO', id),
      plain('ada', 'note', 'PO', id),
    ]),
  ],
  // A change order and its end.
  ({ approved: id }, chance) => [
    plain(chance.pick(['dana', 'lena']), 'adjust', 'PO', id),
    ...some(chance, 4, [
      plain('lena', 'adjust', 'PO', id),
      late(chance, plain('dana', 'discard', 'PO', id)),
      late(chance, plain('ada', 'discard', 'PO', id)),
      late(chance, save('dana', 'PO', id, chance)),
      late(chance, plain('dana', 'submit', 'PO', id)),
      late(chance, onFlow('dana', 'void', 'PO', id)),
      late(chance, plain('dana', 'push', 'PO', id)),
    ]),
  ],
  ({ bill: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'INVOICE', id)),
    late(chance, plain('ivan', 'note', 'INVOICE', id)),
    ...some(chance, 2, [
      onFlow('lena', 'deny', 'INVOICE', id),
      plain('lara', 'take-back', 'INVOICE', id),
      late(chance, onFlow('ivan', 'void', 'INVOICE', id)),
      plain('ivan', 'pull', 'INVOICE', id),
      save('lara', 'INVOICE', id, chance, 'LR-1'),
    ]),
  ],
  // Attachments change during approval.
  ({ bill: id }, chance) => [
    ...voters.map((user) => onFlow(user, 'approve', 'INVOICE', id)),
    attach(id, [scanOf('LR-1'), scanOf(looseScan)]),
    ...some(chance, 2, [
      late(chance, attach(id, [scanOf('LR-1')])),
      attach(id, [scanOf(looseScan)]),
      onFlow('lena', 'deny', 'INVOICE', id),
      plain('ivan', 'pull', 'INVOICE', id),
    ]),
  ],
  // Numbers: concurrent drafts, and two invoices with the same number.
  ({ draft, billDraft }, chance) => [
    ...['dana', 'ada'].map((user) => ({ ...create(user, 'PO', chance), after: chance.below(12) })),
    ...['ivan', 'ada'].map((user) => ({ ...create(user, 'INVOICE', chance), after: chance.below(12) })),
    ...some(chance, 2, [
      create('dana', 'PO', chance),
      plain('dana', 'submit', 'PO', draft),
      save('dana', 'PO', draft, chance),
      save('ada', 'PO', draft, chance),
      plain('ivan', 'submit', 'INVOICE', billDraft),
      save('ivan', 'INVOICE', billDraft, chance, 'LR-2'),
    ]),
  ],
  ({ payments }, chance) => [
    ...some(chance, 2, [bulk('lena', payments), bulk('sol', payments), bulk('hugo', payments.slice(1, 3))]),
    ...some(chance, 3, [
      ...['lena', 'sol', 'hugo'].map((user) => onFlow(user, 'approve', 'PAYMENT', chance.pick(payments))),
      onFlow('hugo', 'deny', 'PAYMENT', chance.pick(payments)),
      plain('sol', 'take-back', 'PAYMENT', chance.pick(payments)),
      late(chance, ofRun('lena', 'cancel-bulk')),
      late(chance, ofRun('sol', 'retry-bulk')),
      plain('ada', 'pull', 'PAYMENT', chance.pick(payments)),
    ]),
  ],
];

/** Draws the plan of a seed. */
export function planOf(documents: Documents, chance: Chance): Plan {
  const faults = chance.pick(faultLevels);
  const plannedActions = chance
    .pick(themes)(documents, chance)
    .map((plannedAction) => {
      const at = plannedAction.after ?? chance.below(chance.pick([40, 40, 2500]));
      // A double click, or a client that timed out.
      return { plannedAction, at: chance.hits(0.3) ? [at, at + chance.below(chance.pick([8, 60]))] : [at] };
    });
  const hot = [documents.racing, documents.early, documents.bill, ...documents.payments];
  return {
    faults,
    plannedActions,
    refused: chance.hits(0.08) ? [chance.pick(hot)] : [],
    keepsVotes: chance.hits(0.5),
    sweepsAt: chance.hits(0.15) ? [chance.below(chance.pick([5000, 70_000]))] : [],
  };
}

function some(chance: Chance, most: number, all: readonly PlannedAction[]): PlannedAction[] {
  const left = [...all];
  return Array.from({ length: 1 + chance.below(most) }, () =>
    left.splice(chance.below(left.length), 1),
  ).flat();
}

/** Delays the action until the others have probably ended. */
function late(chance: Chance, plannedAction: PlannedAction): PlannedAction {
  return { ...plannedAction, after: 60 + chance.below(300) };
}

function onFlow(
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

function plain(
  user: string,
  kind: 'submit' | 'pull' | 'take-back' | 'note' | 'adjust' | 'discard' | 'push',
  docType: DocType,
  id: string,
): PlannedAction {
  return { user, kind, action: () => ({ kind, docType, id }) as Action };
}

function amounts(chance: Chance, number: string): Amounts {
  const line = () => ({
    quantity: chance.pick([1, 1.5, 3, 0.33]),
    unitCost: (1 + chance.below(20_000)) / 100,
  });
  return { number, lines: Array.from({ length: 1 + chance.below(3) }, line) };
}

function save(
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

function attach(id: string, fileIds: readonly string[]): PlannedAction {
  return {
    user: 'ivan',
    kind: 'attach',
    action: () => ({ kind: 'attach', docType: 'INVOICE', id, fileIds }),
  };
}

function create(user: string, docType: 'PO' | 'INVOICE', chance: Chance): PlannedAction {
  const draft = amounts(chance, docType === 'PO' ? '' : chance.pick(['LR-1', 'LR-3']));
  return { user, kind: 'create', action: () => ({ kind: 'create', docType, draft }) };
}

function bulk(user: string, ids: readonly string[]): PlannedAction {
  const kind = 'bulk';
  return {
    user,
    kind,
    action: ({ database }) => {
      const items = ids.map((id) => ({ id, step: currentStep(database, id) ?? 'none' }));
      return { kind, items };
    },
  };
}

function ofRun(user: string, kind: 'cancel-bulk' | 'retry-bulk'): PlannedAction {
  return {
    user,
    kind,
    action: ({ database }) => {
      const [run] = database.rows<{ id: string }>(
        'SELECT id FROM bulk_runs WHERE user_id = ? ORDER BY created_at DESC LIMIT 1',
        user,
      );
      return run ? { kind, run: run.id } : null;
    },
  };
}
