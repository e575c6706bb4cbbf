import { setTimeout as pause } from 'node:timers/promises';
import { aLine, orderBody } from '../../tests/e2e/support/data/orders.ts';
import type { Chance } from '../simulator/random.ts';
import type { Answer, Caller } from './caller.ts';
import type { Shard } from './shards.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The writing users: one who creates orders, and their approvers in order. */
export interface Crew {
  creator: Caller;
  approvers: readonly Caller[];
}

type Act = 'create' | 'submit' | 'note' | 'approve';

/** A document as its writer knows it: the acknowledged actions in order. `id` is empty until it is known. */
interface WrittenDocument {
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

/** Users who write without pause, one document after the other, and record every acknowledgement. */
export class Writers {
  readonly #lives: WrittenDocument[] = [];
  readonly wrong: string[] = [];
  /** Number of calls repeated for lack of an answer. */
  repeated = 0;
  /** Whether the product was killed since this moment, in epoch milliseconds. */
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

  /** Lets all users finish their current document. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** Returns copies of all documents with their acknowledged actions. */
  acknowledgedDocuments(): WrittenDocument[] {
    return this.#lives.map((writtenDocument) => ({
      ...writtenDocument,
      acknowledged: [...writtenDocument.acknowledged],
    }));
  }

  get acknowledged(): number {
    return this.#lives.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  async #live(crew: Crew, order: Record<string, unknown>, chance: Chance): Promise<void> {
    const { creator, approvers } = crew;
    const writtenDocument: WrittenDocument = {
      id: '',
      description: `Life ${crypto.randomUUID()}`,
      acknowledged: [],
    };
    this.#lives.push(writtenDocument);
    const body = { ...order, description: writtenDocument.description };
    const made = await this.#do(writtenDocument, {
      act: 'create',
      who: creator,
      method: 'POST',
      path: '/api/pos',
      body,
      key: crypto.randomUUID(),
    });
    writtenDocument.id = (made.body as PurchaseOrder).id;
    if (!writtenDocument.id) return;
    const path = `/api/pos/${writtenDocument.id}`;
    const note = async (who: Caller) => {
      const keyId = crypto.randomUUID();
      const content = `Note ${keyId}`;
      await this.#do(writtenDocument, {
        act: 'note',
        who,
        method: 'POST',
        path: `${path}/notes`,
        body: { content, keyId },
        key: crypto.randomUUID(),
      });
    };
    for (let notes = chance.below(3); notes > 0; notes -= 1) await note(creator);
    await this.#do(writtenDocument, {
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
        docId: writtenDocument.id,
        docType: 'PO',
        showId: creator.showId,
        workflowStepId: workflow?.currentStep?.id,
      };
      await this.#do(writtenDocument, {
        act: 'approve',
        who,
        method: 'POST',
        path: '/api/workflows/approval',
        body: target,
        key: crypto.randomUUID(),
      });
    }
  }

  /** Repeats the call under the same key until it is answered, as a client without a connection does. */
  async #do(writtenDocument: WrittenDocument, action: Action): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const began = Date.now();
      const answer = await action.who.call(action.method, action.path, {
        body: action.body,
        key: action.key,
      });
      if (answer && answer.status < 300) return this.#acknowledge(writtenDocument, action.act, answer);
      if (answer && answer.status < 500) {
        // A submit has no key; the document shows whether the first call took effect.
        if (action.act === 'submit' && tries > 1) {
          const { status } = (await this.#ask(action.who, `/api/pos/${writtenDocument.id}`)) as PurchaseOrder;
          if (status !== 'DRAFT') return this.#acknowledge(writtenDocument, action.act, answer);
        }
        this.wrong.push(
          `${action.act} ${writtenDocument.id}: ${answer.status} at try ${tries}: ${JSON.stringify(answer.body).slice(0, 200)}`,
        );
        return answer;
      }
      if (!this.isExcused(began))
        this.wrong.push(
          `${action.act} ${writtenDocument.id}: ${answer?.status ?? 'no answer'} although nobody was killed`,
        );
      this.repeated += 1;
      await pause(50);
    }
  }

  #acknowledge(writtenDocument: WrittenDocument, act: Act, answer: Answer): Answer {
    writtenDocument.acknowledged.push(act);
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

/** Returns every document of the writers, with the actions of its history. */
export function documentsIn(shard: Shard): Found[] {
  return shard.rows<Found>(
    `SELECT d.id, d.description, (SELECT group_concat(action, ' ') FROM (SELECT e.action FROM document_events e
       WHERE e.document_id = d.id AND e.action IN ('create', 'submit', 'note', 'approve') ORDER BY e.seq)) AS acts
     FROM documents d WHERE d.description LIKE 'Life %'`,
  );
}

/**
 * Returns acknowledged actions that are missing and actions stored more often than requested. `acknowledgedDocuments`
 * was read before `found`; once the writers have stopped, both must be equal.
 */
export function findInconsistencies(
  found: readonly Found[],
  acknowledgedDocuments: readonly WrittenDocument[],
  isAtRest: boolean,
): string[] {
  const of = Map.groupBy(found, ({ description }) => description);
  return acknowledgedDocuments.flatMap(({ id, description, acknowledged }) => {
    const [document, ...others] = of.get(description) ?? [];
    if (others.length > 0) return [`twice: ${description} is ${others.length + 1} documents`];
    const acknowledgedText = acknowledged.join(' ');
    const acts = document?.acts ?? '';
    const isThere = isAtRest ? acts === acknowledgedText : acts.startsWith(acknowledgedText);
    if ((id === '' || document?.id === id) && isThere) return [];
    return [`lost or twice: ${id} has ${acts || 'nothing'}, and was told ${acknowledgedText}`];
  });
}
