import { beforeAll, describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import { answers, letterIn, type CellTable, type Letter, type Walkers } from './cells.ts';
import { documentRows, stepSeen, type DocumentRows } from '../worker/database/document-rows.ts';
import { as, type Answer } from '../worker/fixtures/client.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import type { Workflow } from '#domain/workflow/workflow-response';

export type Heard = Promise<Answer<{ code?: string }>>;

/** The document fields that the walk itself reads. */
interface Document {
  version: number;
  workflow: Workflow | null;
}

/** The target of an action: the document as an admin reads it, and the current step. */
export interface Target<Doc> {
  id: string;
  doc: Doc;
  step: string | null;
  /** All stored rows before the action. */
  storedRows: DocumentRows;
}

/** How to walk the cells of one document type. */
export interface CellKind<State extends string, Person extends PersonName, Action extends string, Doc> {
  table: CellTable<State, Person, Action>;
  /** Creates the studio of the table, once per file. */
  open: () => Promise<void>;
  /** Creates a document in this state through the API. Returns its rows. */
  rowsInState: (state: State) => Promise<DocumentRows>;
  /** Inserts the rows as another document; for the stand-in as one of their own. */
  copy: (rows: DocumentRows, person: Person) => Promise<string>;
  /** The person who replaces the creator as owner of documents; null if none does. */
  standIn: Person | null;
  read: (id: string) => Promise<Doc>;
  perform: Record<Action, (name: PersonName, target: Target<Doc>) => Heard>;
  /** Prepares a copy that lacks data of the state. */
  ready?: (action: Action, id: string) => Promise<void>;
  /** Returns the values that the outcomes describe; may read more than the document. */
  facts: (doc: Doc, id: string) => Promise<object>;
  expected: (action: Action, state: State, before: Doc) => object;
  /** People who get the same answer in every state. */
  outsiders: readonly { name: PersonName; expects: (action: Action) => Letter }[];
}

interface Prepared<Doc> {
  rows: DocumentRows;
  /** Documents on which only actions without an effect are tried. */
  still: { everybody: Target<Doc>; standIn: Target<Doc> | null };
}

/** Approve, revise, void or deny; `step` null: the request has no step. */
export function inFlow(
  docType: DocType,
  word: string,
  name: PersonName,
  id: string,
  step: string | null,
  toStep?: string,
) {
  return as(name).post<{ code?: string }>(`/api/workflows/${word}`, {
    docId: id,
    docType,
    showId: 'alpha1',
    reason: 'Because',
    workflowStepId: step,
    toStepId: toStep,
  });
}

/** A question to a user who sees the document. */
export function askAbout(
  path: 'pos' | 'invoices' | 'payments',
  name: PersonName,
  id: string,
  askedUserId: string,
) {
  const body = { keyId: crypto.randomUUID(), content: 'Which?', askedUserId };
  return as(name).post<{ code?: string }>(`/api/${path}/${id}/notes`, body);
}

/** The actions that create a row. */
const creating: readonly string[] = ['note', 'ask'];

/** Tries every action in each state by these people. */
export function walkMatrix<
  State extends string,
  Person extends PersonName,
  Action extends string,
  Doc extends Document,
>(kind: CellKind<State, Person, Action, Doc>, walkers: Walkers): void {
  const { table } = kind;
  const preparedByState = new Map<State, Prepared<Doc>>();

  async function targetOf(id: string): Promise<Target<Doc>> {
    const [doc, step, storedRows] = await Promise.all([kind.read(id), stepSeen(id), documentRows(id)]);
    return { id, doc, step, storedRows };
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
    // All documents are created first: a side effect, such as an import, must not affect the copies of another state.
    const rows = new Map<State, DocumentRows>();
    for (const state of table.states) rows.set(state, await kind.rowsInState(state));
    for (const [state, storedRows] of rows) preparedByState.set(state, await prepare(storedRows));
  }

  function of(state: State): Prepared<Doc> {
    const found = preparedByState.get(state);
    if (!found) throw new Error(state);
    return found;
  }

  /** Expects the refusal code and unchanged rows. */
  async function expectUnchanged(name: PersonName, action: Action, target: Target<Doc>, letter: Letter) {
    const { status, body } = await kind.perform[action](name, target);
    const expected = answers[letter];
    expect([name, status, body.code ?? null]).toEqual([name, expected.status, expected.code]);
    expect(await documentRows(target.id)).toEqual(target.storedRows);
  }

  /** Expects the outcome of the table, exactly one event, and the right approvers. */
  async function expectDone(name: Person, action: Action, state: State): Promise<void> {
    const id = await kind.copy(of(state).rows, name);
    await kind.ready?.(action, id);
    const target = await targetOf(id);
    const { status, body } = await kind.perform[action](name, target);
    expect([name, status, body.code ?? null]).toEqual([name, creating.includes(action) ? 201 : 200, null]);
    const after = await kind.read(id);
    expect({ name, version: after.version, ...(await kind.facts(after, id)) }).toEqual({
      name,
      version: target.doc.version + 1,
      ...kind.expected(action, state, target.doc),
    });
    const waiting = (await documentRows(id))['waiting_approvals']?.map((row) => row['user_id']);
    // A covering user has no place of their own in the queue, and a used vote gives none (COV-20).
    const asked =
      after.workflow?.currentStep?.approvers.filter(
        (one) => !one.hasApproved && !one.hasUsedVote && !one.onBehalfOf,
      ) ?? [];
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
      const cells = table.actions.flatMap((action) => {
        const people = walkers(table, action, state);
        return people.length === 0
          ? []
          : [[table.contract[action], action, people.join(', '), people] as const];
      });

      test.each(cells)('%s: %s, by %s', async (_ids, action, _names, people) => {
        // Concurrent: refused actions change nothing, and the others have a document each.
        await Promise.all(people.map((person) => expectCell(person, action, state)));
      });

      test('DEC-01, DEC-98: a user who may not see a document gets the same answer in every state', async () => {
        for (const [, action] of cells)
          for (const { name, expects } of kind.outsiders)
            await expectUnchanged(name, action, of(state).still.everybody, expects(action));
      });
    });
  });
}
