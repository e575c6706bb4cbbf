import { beforeAll, describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import type { Workflow } from '#domain/workflow/workflow-view';
import { answers, letterIn, type CellTable, type Letter, type Walkers } from './cells.ts';
import { documentRows, stepSeen, type DocumentRows } from '../worker/database/document-rows.ts';
import { as, type Answer } from '../worker/fixtures/client.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';

export type Heard = Promise<Answer<{ code?: string }>>;

/** What the walk itself asks of a document; the rest is its type's own. */
interface Document {
  version: number;
  workflow: Workflow | null;
}

/** What an action is done with: the document as an admin sees it, and the step that a screen would name. */
export interface Target<Doc> {
  id: string;
  doc: Doc;
  step: string | null;
  /** Everything kept of it, from before. */
  kept: DocumentRows;
}

/** How the cells of one type of document are walked. */
export interface CellKind<State extends string, Person extends PersonName, Action extends string, Doc> {
  table: CellTable<State, Person, Action>;
  /** The studio as the table supposes it; once a file. */
  open: () => Promise<void>;
  /** Brings a document into the state, through the API; answers its rows. */
  rowsInState: (state: State) => Promise<DocumentRows>;
  /** Puts those rows back as another document; for the stand-in as one of that person's own. */
  copy: (rows: DocumentRows, person: Person) => Promise<string>;
  /** Who stands where the creator stands, so that his documents are his own; nobody: null. */
  standIn: Person | null;
  read: (id: string) => Promise<Doc>;
  perform: Record<Action, (name: PersonName, target: Target<Doc>) => Heard>;
  /** Done to a copy before the action, where a copy lacks something that the state implies. */
  ready?: (action: Action, id: string) => Promise<void>;
  /** What of a document the outcomes speak of; may look beyond it. */
  figures: (doc: Doc, id: string) => Promise<object>;
  expected: (action: Action, state: State, before: Doc) => object;
  /** People to whom every state looks alike, and what each hears. */
  outsiders: readonly { name: PersonName; hears: (action: Action) => Letter }[];
}

interface Prepared<Doc> {
  rows: DocumentRows;
  /** Documents on which everything is tried that must change nothing. */
  still: { everybody: Target<Doc>; standIn: Target<Doc> | null };
}

/** Approve, revise, void or deny; `step` null: none is named. */
export function inFlow(docType: DocType, word: string, name: PersonName, id: string, step: string | null) {
  return as(name).post<{ code?: string }>(`/api/workflows/${word}`, {
    docId: id,
    docType,
    showId: 'alpha1',
    reason: 'Because',
    workflowStepId: step,
  });
}

/** Every action in each state, tried by these people. */
export function walkCells<
  State extends string,
  Person extends PersonName,
  Action extends string,
  Doc extends Document,
>(kind: CellKind<State, Person, Action, Doc>, walkers: Walkers): void {
  const { table } = kind;
  const everywhere = new Map<State, Prepared<Doc>>();

  async function targetOf(id: string): Promise<Target<Doc>> {
    const [doc, step, kept] = await Promise.all([kind.read(id), stepSeen(id), documentRows(id)]);
    return { id, doc, step, kept };
  }

  async function prepare(rows: DocumentRows): Promise<Prepared<Doc>> {
    const copyFor = async (person: Person) => targetOf(await kind.copy(rows, person));
    const [first] = table.people;
    if (first === undefined) throw new Error('nobody is in the table');
    const everybody = await copyFor(first);
    return { rows, still: { everybody, standIn: kind.standIn && (await copyFor(kind.standIn)) } };
  }

  async function open(): Promise<void> {
    await kind.open();
    // All ways first: what happens on one of them, an import say, must not meet the copies of another.
    const rows = new Map<State, DocumentRows>();
    for (const state of table.states) rows.set(state, await kind.rowsInState(state));
    for (const [state, kept] of rows) everywhere.set(state, await prepare(kept));
  }

  function of(state: State): Prepared<Doc> {
    const found = everywhere.get(state);
    if (!found) throw new Error(state);
    return found;
  }

  /** Refused: the code, and no row of the document differs. */
  async function expectUnchanged(name: PersonName, action: Action, target: Target<Doc>, letter: Letter) {
    const { status, body } = await kind.perform[action](name, target);
    const expected = answers[letter];
    expect([name, status, body.code ?? null]).toEqual([name, expected.status, expected.code]);
    expect(await documentRows(target.id)).toEqual(target.kept);
  }

  /** Done: everything is as the table of outcomes says, by exactly one event, and those are asked who should be. */
  async function expectDone(name: Person, action: Action, state: State): Promise<void> {
    const id = await kind.copy(of(state).rows, name);
    await kind.ready?.(action, id);
    const target = await targetOf(id);
    const { status, body } = await kind.perform[action](name, target);
    expect([name, status, body.code ?? null]).toEqual([name, action === 'note' ? 201 : 200, null]);
    const after = await kind.read(id);
    expect({ name, version: after.version, ...(await kind.figures(after, id)) }).toEqual({
      name,
      version: target.doc.version + 1,
      ...kind.expected(action, state, target.doc),
    });
    const waiting = (await documentRows(id))['waiting_approvals']?.map((row) => row['user_id']);
    const asked = after.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved) ?? [];
    expect(waiting?.toSorted()).toEqual(asked.map(({ userId }) => userId).toSorted());
  }

  async function expectCell(person: Person, action: Action, state: State): Promise<void> {
    const letter = letterIn(table, action, state, person);
    const { everybody, standIn } = of(state).still;
    const still = person === kind.standIn ? (standIn ?? everybody) : everybody;
    if (letter !== '.' || action === 'read') await expectUnchanged(person, action, still, letter);
    else await expectDone(person, action, state);
  }

  describe(table.document, () => {
    beforeAll(open);

    describe.each(table.states)('that is %s', (state) => {
      const walked = table.actions.flatMap((action) => {
        const people = walkers(table, action, state);
        return people.length === 0
          ? []
          : [[table.contract[action], action, people.join(', '), people] as const];
      });

      test.each(walked)('%s: %s, by %s', async (_ids, action, _names, people) => {
        // At once: who is refused changes nothing for anybody, and who is not has a document of his own.
        await Promise.all(people.map((person) => expectCell(person, action, state)));
      });

      test('DEC-01, DEC-98: whoever may not see it learns nothing of its state', async () => {
        for (const [, action] of walked)
          for (const { name, hears } of kind.outsiders)
            await expectUnchanged(name, action, of(state).still.everybody, hears(action));
      });
    });
  });
}
