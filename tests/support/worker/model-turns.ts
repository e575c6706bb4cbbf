import type * as fc from 'fast-check';
import { expect } from 'vitest';
import * as actions from './model-actions.ts';
import { foretold, seenBy } from './model-view.ts';
import { sees, type ActorName, type Model } from './model.ts';
import { saveBody, stepSeen } from './po-states.ts';
import { aLine, as, read, type Answer } from './studio-client.ts';
import { rowsOf } from './studio.ts';

/** The purchase order of this run. */
export interface Real {
  id: string;
}

type Body = { code?: string; errors?: string[] };
type Sent = Promise<Answer<Body>>;

export type How = 'append' | 'change' | 'drop';

/** A line as somebody types it. */
export interface Typed {
  quantity: number;
  unitCents: number;
}

/** Half away from zero, on exact integers. */
export function centsOf({ quantity, unitCents }: Typed): number {
  const exact = BigInt(quantity) * BigInt(unitCents);
  const size = exact < 0n ? -exact : exact;
  const rounded = (size + 50n) / 100n;
  return Number(exact < 0n ? -rounded : rounded);
}

export const wire = (typed: Typed) => ({ quantity: typed.quantity / 100, unitCost: typed.unitCents / 100 });

/** How often each thing was done and refused, so that a test can say what it has tried. */
export const tried = new Map<string, number>();

export class Command implements fc.AsyncCommand<Model, Real> {
  readonly word: string;
  readonly actor: ActorName;
  readonly turn: (m: Model, who: ActorName, id: string) => Promise<[string, () => Sent]>;

  constructor(word: string, actor: ActorName, turn: Command['turn']) {
    this.word = word;
    this.actor = actor;
    this.turn = turn;
  }

  check(): boolean {
    return true;
  }

  async run(m: Model, { id }: Real): Promise<void> {
    const visible = sees(m, this.actor);
    const before = structuredClone(m);
    const [said, send] = await this.turn(m, this.actor, id);
    // Nobody who may not see it hears more than that (DEC-98); the model then has not moved either.
    if (!visible) Object.assign(m, before);
    const expected = visible ? said : 'NOT_FOUND';
    const { status, body } = await send();
    const heard = status < 300 ? 'ok' : [body.code, ...(body.errors ?? [])].join(' ');
    expect([this.toString(), heard]).toEqual([
      this.toString(),
      expected === 'done' || expected === 'same' ? 'ok' : expected,
    ]);
    const key = `${this.word} ${expected}`;
    tried.set(key, (tried.get(key) ?? 0) + 1);
    expect({ after: this.toString(), ...(await seenBy(id)) }).toEqual({
      after: this.toString(),
      ...foretold(m),
    });
  }

  toString(): string {
    return `${this.actor} ${this.word}`;
  }
}

type Word = 'approval' | 'revision' | 'void';

async function inFlow(word: Word, who: ActorName, id: string, step: string | null): Sent {
  return as(who).post<Body>(`/api/workflows/${word}`, {
    docId: id,
    docType: 'PO',
    showId: 'alpha1',
    reason: 'Because',
    workflowStepId: step,
  });
}

/** A PUT of the whole order with its lines changed in one way. */
export function saving(actor: ActorName, how: How, typed: Typed): Command {
  return new Command(
    `saves (${how} ${JSON.stringify(typed)})`.replace(/ \{.*/, ')'),
    actor,
    async (m, who, id) => {
      const po = await read('ada', id);
      const cents = centsOf(typed);
      const coded = m.lines.at(-1)?.coding ?? '';
      const description = `${how} ${cents}`;
      const bodies: object[] = [...po.lineItems];
      const lines = [...m.lines];
      if (how === 'append') {
        bodies.push(aLine(wire(typed)));
        lines.push({ cents, coding: '6100' });
      } else {
        bodies.pop();
        lines.pop();
        if (how === 'change') {
          bodies.push({ ...po.lineItems.at(-1), ...wire(typed) });
          lines.push({ cents, coding: coded });
        }
      }
      return [
        actions.save(m, who, lines, description),
        () => as(who).put<Body>(`/api/pos/${id}`, saveBody(po, { lineItems: bodies, description })),
      ];
    },
  );
}

/** One line alone: its price, or only its account code. */
export function lining(actor: ActorName, at: 'first' | 'last', typed: Typed | null): Command {
  return new Command(`changes the ${at} line's ${typed ? 'price' : 'code'}`, actor, async (m, who, id) => {
    const { lineItems } = await read('ada', id);
    const index = at === 'first' ? 0 : lineItems.length - 1;
    // The show has the one account; an emptied code is the other.
    const coding = m.version % 2 === 0 ? '6100' : '';
    const change = typed ? { cents: centsOf(typed) } : { coding };
    const body = { id: lineItems[index]?.id, ...(typed ? wire(typed) : { coding: { ACCOUNT: coding } }) };
    return [
      actions.line(m, who, index, change),
      () => as(who).post<Body>(`/api/pos/lineitem/${id}`, { lineItem: body }),
    ];
  });
}

/** Approve or revise, by the step that is current or, on a screen left open, by the first. */
export function judging(word: 'approval' | 'revision', actor: ActorName, stale: boolean): Command {
  const name = `${word === 'approval' ? 'approves' : 'revises'}${stale ? ' step 1' : ''}`;
  return new Command(name, actor, async (m, who, id) => {
    const step = m.flow === null ? -1 : stale ? 0 : (m.flow.current ?? m.flow.final);
    const named = stale ? await firstStep(id) : await stepSeen(id);
    const act = word === 'approval' ? actions.approve : actions.revise;
    return [act(m, who, step), () => inFlow(word, who, id, named ?? 'none')];
  });
}

async function firstStep(id: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    'alpha1',
    `SELECT s.id FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
     WHERE w.document_id = ? AND w.is_latest = 1 AND s.step_order = 1`,
    id,
  );
  return row?.id ?? null;
}

type Simple = (m: Model, who: ActorName) => string;

function simply(
  word: string,
  actor: ActorName,
  move: Simple,
  send: (who: ActorName, id: string) => Sent,
): Command {
  return new Command(word, actor, async (m, who, id) => [move(m, who), () => send(who, id)]);
}

export const approves = (actor: ActorName) => judging('approval', actor, false);
export const revises = (actor: ActorName) => judging('revision', actor, false);

export const submits = (actor: ActorName) =>
  simply('submits', actor, actions.submit, (who, id) => as(who).put<Body>(`/api/pos/${id}/submit?r=0`));
export const pulls = (actor: ActorName) =>
  simply('pulls', actor, actions.pull, (who, id) => as(who).put<Body>(`/api/pos/${id}/pull-from-approval`));
export const voids = (actor: ActorName) =>
  simply('voids', actor, actions.voidOrder, (who, id) => inFlow('void', who, id, null));
export const adjusts = (actor: ActorName) =>
  simply('adjusts', actor, actions.adjust, (who, id) =>
    as(who).post<Body>('/api/workflows/adjust', { poId: id, reason: 'More' }),
  );
export const discards = (actor: ActorName) =>
  simply('discards', actor, actions.discard, (who, id) =>
    as(who).post<Body>(`/api/pos/${id}/discard-change-order`),
  );
export const pushes = (actor: ActorName) =>
  simply('pushes', actor, actions.push, (who, id) => as(who).post<Body>(`/api/pos/push/${id}`));
export const fetches = (actor: ActorName) =>
  simply('pulls from accounting', actor, actions.fetchFromAccounting, (who, id) =>
    as(who).put<Body>(`/api/pos/${id}/pull`),
  );
export const notes = (actor: ActorName) =>
  simply('notes', actor, actions.note, (who, id) =>
    as(who).post<Body>(`/api/pos/${id}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
  );
