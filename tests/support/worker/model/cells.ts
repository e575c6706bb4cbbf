import type { StatusPair } from '#domain/document';
import type { Action, Transition } from '#domain/lifecycle/transition';
import { transitions } from '#domain/lifecycle/decide';
import { actors, admin, openChangeOrder, pairOf, type ActorName, type Kind, type Model } from './model.ts';

/** The role of each person in the domain's table. */
const roles: Record<ActorName, string> = {
  dana: 'creator',
  carl: 'colleague',
  ada: 'admin',
  abel: 'first approver',
  lena: 'second approver',
  luis: 'second approver',
  lara: 'second approver',
  sol: 'last approver',
  hugo: 'last approver',
  otto: 'outsider',
};
/** Accounting and the show itself, which have no calls. */
const system = 'system';
const everybody = [...new Set(Object.values(roles))];

/** Actions of the table by word of a command; one PUT covers both kinds of edit (DEC-16). */
const actionsByWord: readonly [RegExp, readonly Action[]][] = [
  [/^(saves|changes)/, ['save', 'edit-in-approval']],
  [/^creates/, ['create']],
  [/^submits/, ['submit']],
  [/^approves/, ['approve']],
  [/^takes it back/, ['take-back']],
  [/^revises/, ['revise']],
  [/^denies/, ['deny']],
  [/^voids/, ['void']],
  [/^pulls from accounting/, ['pull-from-accounting']],
  [/^pulls$/, ['pull']],
  [/^adjusts/, ['adjust']],
  [/^discards/, ['discard']],
  [/^pushes/, ['push']],
  [/^has it canceled/, ['cancel']],
  [/^has its total changed/, ['import']],
  [/^restarts it/, ['restart']],
  [/^detaches/, ['withdraw-file']],
  [/^sends it back/, ['send-back']],
  [/^nudges/, ['nudge']],
  [/^is reminded/, ['remind']],
  [/^escalates/, ['escalate']],
];

const nameOf = ({ status, submissionStatus }: StatusPair, isChanged: boolean) =>
  `${status}, ${submissionStatus}${isChanged ? ', change order' : ''}`;
const isPeoples = (rows: readonly Transition[], action: Action) =>
  rows.some((row) => row.action === action && !row.who.includes('SYSTEM'));

/**
 * The models have no temporary vendors, whose job `tests/functions/models/race-payee.test.ts` covers, and close no lines:
 * `tests/functions/budget/closed-lines.test.ts` does.
 */
const elsewhere: readonly Action[] = ['update-temp-vendor', 'close-line', 'reopen-line'];

/** Returns every state x action x role of a type from the domain's own table, so that new entries are required here. */
export function possibleCells({ docType }: Kind): string[] {
  const all: readonly Transition[] = transitions[docType];
  const rows = all.filter(({ action }) => !elsewhere.includes(action));
  const pairs = rows.flatMap((row) => [
    ...(row.from === 'NEW' ? [] : row.from),
    ...(row.to === 'SAME' ? [] : row.to),
  ]);
  const changed = rows.flatMap((row) => (row.changeOrder === 'OPEN' && row.from !== 'NEW' ? row.from : []));
  const states = [...pairs.map((pair) => nameOf(pair, false)), ...changed.map((pair) => nameOf(pair, true))];
  const who = (action: Action) => (isPeoples(rows, action) ? everybody : [system]);
  const cells = rows.flatMap(({ action, from }) =>
    (from === 'NEW' ? ['new', ...(action === 'create' ? [] : states)] : states).flatMap((state) =>
      who(action).map((role) => `${state}: ${action}, ${role}`),
    ),
  );
  return [...new Set(cells)].toSorted();
}

/** Cells that the walks have covered. */
export const coveredCells = new Set<string>();

const stateOf = (m: Model) => nameOf(pairOf(m), openChangeOrder(m));

/** Records the action that a user is about to perform in the present state. */
export function recordAction(m: Model, word: string, actor: ActorName): void {
  const rows: readonly Transition[] = transitions[m.kind.docType];
  const actions = actionsByWord.find(([pattern]) => pattern.test(word))?.[1] ?? [];
  for (const action of actions) {
    const isKnown = rows.some((row) => row.action === action);
    const role = isPeoples(rows, action) ? roles[actor] : system;
    if (isKnown) coveredCells.add(`${stateOf(m)}: ${action}, ${role}`);
  }
}

/** Returns the actions that were not tried in the present state. */
export function untried(m: Model): { action: Action; actor: ActorName }[] {
  const beginning = `${stateOf(m)}: `;
  return possibleCells(m.kind)
    .filter((cell) => cell.startsWith(beginning) && !coveredCells.has(cell))
    .map((cell) => {
      const [action = '', role] = cell.slice(beginning.length).split(', ');
      const actor = actors.find((one) => roles[one] === role) ?? admin;
      return { action: action as Action, actor };
    });
}

export function anyUntried(action: 'create' | 'import', actor: ActorName | null): void {
  coveredCells.add(`new: ${action}, ${actor === null ? system : roles[actor]}`);
}
