import type * as fc from 'fast-check';
import { expect } from 'vitest';
import { inFlow } from '../../transition-matrix/walk-matrix.ts';
import { stepSeen } from '../database/document-rows.ts';
import * as actions from './actions.ts';
import * as changeOrders from './change-orders.ts';
import * as waiting from './waiting.ts';
import { recordAction } from './cells.ts';
import { expectedState, actualState } from './view.ts';
import {
  centsOf,
  importBooks,
  runReminders,
  orderPrice,
  readReal,
  restartOnly,
  wires,
  type Real,
  type Typed,
} from './api.ts';
import { canSee, countContent, leavesOutUsedVote, type ActorName, type Model } from './model.ts';
import { as, read, type Answer } from '../fixtures/client.ts';
import { changeBooks } from '../fixtures/payments.ts';
import { sql } from '../fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type Body = { code?: string; errors?: string[] };
type Sent = Promise<Answer<Body>>;

export type LineEditKind = 'append' | 'change' | 'drop';

/** Counts of performed and refused actions and of reached statuses, so that a test can require coverage. */
export const coverage = new Map<string, number>();

function count(key: string): void {
  coverage.set(key, (coverage.get(key) ?? 0) + 1);
}

/** Refusals for all users, whether they see the document or not: there is no such call. */
const toAll: readonly string[] = ['invalid_parameter', 'NOT_FOUND'];

export class Command implements fc.AsyncCommand<Model, Real> {
  readonly word: string;
  readonly actor: ActorName;
  readonly turn: (m: Model, who: ActorName, real: Real) => Promise<[string, () => Sent]>;

  constructor(word: string, actor: ActorName, turn: Command['turn']) {
    this.word = word;
    this.actor = actor;
    this.turn = turn;
  }

  check(): boolean {
    return true;
  }

  async run(m: Model, real: Real): Promise<void> {
    recordAction(m, this.word, this.actor);
    const visible = canSee(m, this.actor);
    const before = structuredClone(m);
    const [said, send] = await this.turn(m, this.actor, real);
    // A user who may not see it gets no other answer, and the model is unchanged (DEC-98).
    if (!visible) Object.assign(m, before);
    countContent(m);
    const expected = visible || toAll.includes(said) ? said : m.kind.unseen;
    const { status, body } = await send();
    const heard = status < 300 ? 'ok' : [body.code, ...(body.errors ?? [])].join(' ');
    expect([this.toString(), heard]).toEqual([
      this.toString(),
      expected === 'done' || expected === 'same' ? 'ok' : expected,
    ]);
    count(`${this.word} ${expected}`);
    if (m.status !== before.status) count(`becomes ${m.status}`);
    if (leavesOutUsedVote(m)) count('leaves out a used vote');
    expect({ after: this.toString(), ...(await actualState(real)) }).toEqual({
      after: this.toString(),
      ...expectedState(m),
    });
  }

  toString(): string {
    return `${this.actor} ${this.word}`;
  }
}

/** A PUT of the whole document with one kind of change to its lines. */
export function saving(actor: ActorName, how: LineEditKind, typed: Typed): Command {
  return new Command(`saves (${how})`, actor, async (m, who, real) => {
    const wire = wires[m.kind.docType];
    const doc = (await readReal(real)) as PurchaseOrder | Invoice;
    const cents = centsOf(typed);
    const coded = m.lines.at(-1)?.coding ?? '';
    const description = `${how} ${cents}`;
    const bodies: object[] = [...doc.lineItems];
    const lines = [...m.lines];
    if (how === 'append') {
      bodies.push(wire.line(typed));
      lines.push({ cents, coding: '6100' });
    } else {
      bodies.pop();
      lines.pop();
      if (how === 'change') {
        bodies.push({ ...doc.lineItems.at(-1), ...wire.priced(typed) });
        lines.push({ cents, coding: coded });
      }
    }
    const body = wire.save(doc, bodies, description, { ...m, lines });
    return [
      actions.save(m, who, lines, description),
      () => as(who).put<Body>(`${wire.path}/${real.id}`, body),
    ];
  });
}

/** One line of an order alone: its price, or only its account code. */
export function lining(actor: ActorName, at: 'first' | 'last', typed: Typed | null): Command {
  return new Command(
    `changes the ${at} line's ${typed ? 'price' : 'code'}`,
    actor,
    async (m, who, { id }) => {
      const { lineItems } = await read('ada', id);
      const index = at === 'first' ? 0 : lineItems.length - 1;
      // The show has one account; the alternative is an empty code.
      const coding = m.version % 2 === 0 ? '6100' : '';
      const change = typed ? { cents: centsOf(typed) } : { coding };
      const body = {
        id: lineItems[index]?.id,
        ...(typed ? orderPrice(typed) : { coding: { ACCOUNT: coding } }),
      };
      return [
        changeOrders.line(m, actions.editRefusal(m, who), index, change),
        () => as(who).post<Body>(`/api/pos/lineitem/${id}`, { lineItem: body }),
      ];
    },
  );
}

const judgements = {
  approval: { word: 'approves', move: actions.approve },
  revision: { word: 'revises', move: actions.revise },
  deny: { word: 'denies', move: actions.deny },
} as const;

/** Approve, revise or deny, with the current step or, as from a stale screen, the first one. */
export function judging(action: keyof typeof judgements, actor: ActorName, stale: boolean): Command {
  const { word, move } = judgements[action];
  return new Command(`${word}${stale ? ' step 1' : ''}`, actor, async (m, who, { id }) => {
    const step = m.flow === null ? -1 : stale ? 0 : (m.flow.current ?? m.flow.final);
    const named = stale ? await firstStep(id) : await stepSeen(id);
    const { docType } = m.kind;
    return [move(m, who, step), () => inFlow(docType, action, who, id, named ?? 'none')];
  });
}

const firstStep = (id: string) => stepAt(id, 1);

async function stepAt(id: string, order: number): Promise<string | null> {
  const [row] = await sql.alpha<{
    id: string;
  }>`SELECT s.id FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
     WHERE w.document_id = ${id} AND w.is_latest = 1 AND s.step_order = ${order}`;
  return row?.id ?? null;
}

/** Back to the first step, or to the one before the current. */
export function sendsBack(actor: ActorName, isFar: boolean): Command {
  return new Command('sends it back', actor, async (m, who, { id }) => {
    const step = m.flow === null ? -1 : (m.flow.current ?? m.flow.final);
    const to = isFar ? 0 : Math.max(0, step - 1);
    const [named, target] = [await stepSeen(id), await stepAt(id, to + 1)];
    const { docType } = m.kind;
    return [
      waiting.sendBack(m, actions.approverRefusal(m, who, step), to),
      () => inFlow(docType, 'send-back', who, id, named ?? 'none', target ?? 'none'),
    ];
  });
}

type Simple = (m: Model, who: ActorName) => string;

function simply(
  word: string,
  actor: ActorName,
  move: Simple,
  send: (who: ActorName, real: Real) => Sent,
): Command {
  return new Command(word, actor, async (m, who, real) => [move(m, who), () => send(who, real)]);
}

const pathOf = ({ kind, id }: Real) => `${wires[kind.docType].path}/${id}`;

export const approves = (actor: ActorName) => judging('approval', actor, false);
export const revises = (actor: ActorName) => judging('revision', actor, false);
export const denies = (actor: ActorName) => judging('deny', actor, false);

export const submits = (actor: ActorName) =>
  simply('submits', actor, actions.submit, (who, real) =>
    as(who).put<Body>(`${pathOf(real)}/submit?r=0`, {}),
  );
export const pulls = (actor: ActorName) =>
  simply('pulls', actor, actions.pull, (who, real) =>
    as(who).put<Body>(`${pathOf(real)}/${wires[real.kind.docType].pull}`),
  );
export const voids = (actor: ActorName) =>
  simply('voids', actor, actions.voidIt, (who, { kind, id }) => inFlow(kind.docType, 'void', who, id, null));
export const takesBack = (actor: ActorName) =>
  simply('takes it back', actor, actions.takeBack, (who, { kind, id }) =>
    inFlow(kind.docType, 'take-back', who, id, null),
  );
export const nudges = (actor: ActorName) =>
  simply('nudges', actor, waiting.nudge, (who, { kind, id }) => inFlow(kind.docType, 'nudge', who, id, null));
/** The document has waited for long enough at its step, and the show's job comes by. */
export const isReminded = () =>
  simply('is reminded', 'ada', waiting.remind, (_who, { id }) => runReminders(id, 'remind_after_days'));
export const escalates = () =>
  simply('escalates', 'ada', waiting.escalate, (_who, { id }) => runReminders(id, 'escalate_after_days'));
export const notes = (actor: ActorName) =>
  simply('notes', actor, actions.note, (who, real) =>
    as(who).post<Body>(`${pathOf(real)}/notes`, { keyId: crypto.randomUUID(), content: 'Seen' }),
  );
export const adjusts = (actor: ActorName) =>
  simply('adjusts', actor, changeOrders.adjust, (who, { id }) =>
    as(who).post<Body>('/api/workflows/adjust', { poId: id, reason: 'More' }),
  );
export const discards = (actor: ActorName) =>
  simply('discards', actor, changeOrders.discard, (who, { id }) =>
    as(who).post<Body>(`/api/pos/${id}/discard-change-order`),
  );
export const pushes = (actor: ActorName) =>
  simply('pushes', actor, changeOrders.push, (who, { id }) => as(who).post<Body>(`/api/pos/push/${id}`));
export const fetches = (actor: ActorName) =>
  simply('pulls from accounting', actor, changeOrders.fetchFromAccounting, (who, { id }) =>
    as(who).put<Body>(`/api/pos/${id}/pull`),
  );

/** Adds a file, or removes all. */
export function attaches(actor: ActorName, isOn: boolean): Command {
  return new Command(isOn ? 'attaches' : 'detaches', actor, async (m, who, { kind, id }) => {
    const { path, owner } = wires[kind.docType];
    const send = async () => {
      const file = { name: 'scan.pdf', bytes: `%PDF-1.7 ${crypto.randomUUID()}` };
      const attachments = isOn ? [(await as(who).upload(file, { owner })).body] : [];
      return as(who).post<Body>(`${path}/attachments/${id}?showId=alpha1`, { attachments });
    };
    return [actions.attach(m, who, isOn ? 1 : 0), send];
  });
}

/** An action of accounting on its payment, followed by an import. */
function inBooks(word: string, column: string, value: string | number, move: (m: Model) => string): Command {
  return new Command(word, 'ada', async (m, _who, { externalId }) => [
    move(m),
    async () => {
      await changeBooks(externalId, column, value);
      await importBooks();
      return as('ada').get<Body>('/api/users/meta?show=alpha1');
    },
  ]);
}
/** Saves the workflow template again, which restarts its documents in approval (DEC-65). */
export const restarts = () =>
  new Command('restarts it', 'ada', async (m, _who, { id }) => [
    actions.restart(m),
    () => restartOnly(m.kind.docType, id),
  ]);
export const cancels = () => inBooks('has it canceled', 'status', 'CANCELED', actions.cancel);
export const retotals = (cents: number) =>
  inBooks('has its total changed', 'total_cents', cents, (m) => actions.retotal(m, cents));
