import { setTimeout as pause } from 'node:timers/promises';
import type { PurchaseOrder } from '../../domain/purchase-orders/purchase-order.ts';
import { aLine, orderBody } from '../../tests/e2e/support/data/orders.ts';
import type { Chance } from '../simulator/random.ts';
import type { Answer, Caller } from './caller.ts';
import type { Shard } from './shards.ts';

/** Who writes: one who makes orders, and those who approve them in turn. */
export interface Crew {
  creator: Caller;
  approvers: readonly Caller[];
}

type Act = 'create' | 'submit' | 'note' | 'approve';

/** A document as the one who works on it knows it: what was acknowledged, in order. `id` is empty until it has one. */
interface Life {
  id: string;
  description: string;
  acknowledged: Act[];
}

interface Action {
  act: Act;
  who: Caller;
  method: string;
  path: string;
  body?: unknown;
  key: string;
}

/** People who write without pause, each at one document after the other, and forget nothing. */
export class Writers {
  readonly #lives: Life[] = [];
  readonly wrong: string[] = [];
  /** Calls that had to be repeated, because nobody answered the first one. */
  repeated = 0;
  /** Whether somebody was killed since this moment, in epoch milliseconds. */
  isExcused: (since: number) => boolean = () => false;
  #isOver = false;
  #lanes: Promise<void>[] = [];

  async start(crew: Crew, lanes: number, chance: Chance): Promise<void> {
    const order = await orderBody(crew.creator.api, { lineItems: [aLine()] });
    const lane = async () => {
      while (!this.#isOver) await this.#live(crew, order, chance);
    };
    this.#lanes = Array.from({ length: lanes }, lane);
  }

  /** Everybody finishes the document at hand. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** What has been acknowledged until now. */
  known(): Life[] {
    return this.#lives.map((life) => ({ ...life, acknowledged: [...life.acknowledged] }));
  }

  get acknowledged(): number {
    return this.#lives.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  async #live(crew: Crew, order: Record<string, unknown>, chance: Chance): Promise<void> {
    const { creator, approvers } = crew;
    const life: Life = { id: '', description: `Life ${crypto.randomUUID()}`, acknowledged: [] };
    this.#lives.push(life);
    const body = { ...order, description: life.description };
    const made = await this.#do(life, {
      act: 'create',
      who: creator,
      method: 'POST',
      path: '/api/pos',
      body,
      key: crypto.randomUUID(),
    });
    life.id = (made.body as PurchaseOrder).id;
    if (!life.id) return;
    const path = `/api/pos/${life.id}`;
    const note = async (who: Caller) => {
      const keyId = crypto.randomUUID();
      const content = `Note ${keyId}`;
      await this.#do(life, {
        act: 'note',
        who,
        method: 'POST',
        path: `${path}/notes`,
        body: { content, keyId },
        key: crypto.randomUUID(),
      });
    };
    for (let notes = chance.below(3); notes > 0; notes -= 1) await note(creator);
    await this.#do(life, {
      act: 'submit',
      who: creator,
      method: 'PUT',
      path: `${path}/submit?r=0`,
      key: crypto.randomUUID(),
    });
    for (const who of approvers) {
      if (chance.hits(0.5)) await note(who);
      const { workflow } = (await this.#ask(who, path)) as PurchaseOrder;
      const target = {
        docId: life.id,
        docType: 'PO',
        showId: creator.showId,
        workflowStepId: workflow?.currentStep?.id,
      };
      await this.#do(life, {
        act: 'approve',
        who,
        method: 'POST',
        path: '/api/workflows/approval',
        body: target,
        key: crypto.randomUUID(),
      });
    }
  }

  /** Repeats until it is answered, as one who lost his connection does: with the same key. */
  async #do(life: Life, action: Action): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const began = Date.now();
      const answer = await action.who.call(action.method, action.path, {
        body: action.body,
        key: action.key,
      });
      if (answer && answer.status < 300) return this.#acknowledge(life, action.act, answer);
      if (answer && answer.status < 500) {
        // A submit has no key: the document itself says whether the first one arrived.
        if (action.act === 'submit' && tries > 1) {
          const { status } = (await this.#ask(action.who, `/api/pos/${life.id}`)) as PurchaseOrder;
          if (status !== 'DRAFT') return this.#acknowledge(life, action.act, answer);
        }
        this.wrong.push(
          `${action.act} ${life.id}: ${answer.status} at try ${tries}: ${JSON.stringify(answer.body).slice(0, 200)}`,
        );
        return answer;
      }
      if (!this.isExcused(began))
        this.wrong.push(
          `${action.act} ${life.id}: ${answer?.status ?? 'no answer'} although nobody was killed`,
        );
      this.repeated += 1;
      await pause(50);
    }
  }

  #acknowledge(life: Life, act: Act, answer: Answer): Answer {
    life.acknowledged.push(act);
    return answer;
  }

  async #ask(who: Caller, path: string): Promise<unknown> {
    for (;;) {
      const began = Date.now();
      const answer = await who.call('GET', path);
      if (answer?.status === 200) return answer.body;
      if (!this.isExcused(began))
        this.wrong.push(`GET ${path}: ${answer?.status ?? 'no answer'} although nobody was killed`);
      await pause(50);
    }
  }
}

interface Found {
  id: string;
  description: string;
  acts: string | null;
}

/** Every document that writers have begun, with the acts of its history. */
export function livesIn(shard: Shard): Found[] {
  return shard.rows<Found>(
    `SELECT d.id, d.description, (SELECT group_concat(action, ' ') FROM (SELECT e.action FROM document_events e
       WHERE e.document_id = d.id AND e.action IN ('create', 'submit', 'note', 'approve') ORDER BY e.seq)) AS acts
     FROM documents d WHERE d.description LIKE 'Life %'`,
  );
}

/**
 * What was acknowledged and is not there, or is there more often than somebody asked for it. `known` was taken down before
 * `found` was read; with the writers at rest the two must be the same.
 */
export function strayed(found: readonly Found[], known: readonly Life[], isAtRest: boolean): string[] {
  const of = Map.groupBy(found, ({ description }) => description);
  return known.flatMap(({ id, description, acknowledged }) => {
    const [document, ...others] = of.get(description) ?? [];
    if (others.length > 0) return [`twice: ${description} is ${others.length + 1} documents`];
    const told = acknowledged.join(' ');
    const acts = document?.acts ?? '';
    const isThere = isAtRest ? acts === told : acts.startsWith(told);
    if ((id === '' || document?.id === id) && isThere) return [];
    return [`lost or twice: ${id} has ${acts || 'nothing'}, and was told ${told}`];
  });
}
