import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { onLoopback } from '../../../stress/served/loopback.ts';
import { orderBodyIn } from '../support/data/orders.ts';
import type { Person } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import { createTestShow } from '../support/data/shows.ts';

/** A line that the example prints about a message. */
interface Line {
  taken?: string;
  repeated?: string;
  refused?: string;
  id?: string;
  document?: { id: string; version: number } | null;
  listening?: number;
}

/** Runs the example receiver of the documentation. */
class Receiver {
  readonly lines: Line[] = [];
  readonly port: number;
  #process: ChildProcess | null = null;

  constructor(port: number) {
    this.port = port;
  }

  async start(secret: string): Promise<void> {
    const running = spawn(process.execPath, ['docs/examples/webhook-receiver.mjs'], {
      env: { ...process.env, PORT: String(this.port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = running;
    createInterface({ input: running.stdout }).on('line', (line) =>
      this.lines.push(JSON.parse(line) as Line),
    );
    await expect.poll(() => this.lines.at(-1)?.listening).toBe(this.port);
  }

  stop(): void {
    this.#process?.kill();
    this.#process = null;
  }

  /** Returns the events of this document that were accepted. */
  takenOf(id: string): string[] {
    return this.lines.filter(({ document }) => document?.id === id).map(({ taken }) => taken ?? '');
  }
}

interface Raw {
  headers: Record<string, string>;
  body: string;
}

/** Forwards messages to the receiver and records them, so that a test can send one again. */
async function relay(receiver: Receiver) {
  const messages: Raw[] = [];
  const forward = ({ headers, body }: Raw) =>
    fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', headers, body });
  const { address, close } = await onLoopback((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const headers = Object.fromEntries(headerNames.map((name) => [name, String(request.headers[name])]));
      const raw = { headers, body: Buffer.concat(parts).toString('utf8') };
      messages.push(raw);
      forward(raw).then(
        ({ status }) => response.writeHead(status).end(),
        () => response.destroy(),
      );
    });
  });
  return { messages, forward, address, close };
}

/** Creates a show for this test alone, with self-approval and a flow whose only approver is Theodore. */
async function showWithFlow(theodore: Person): Promise<{ id: string; department: string }> {
  const { id } = await createTestShow(theodore);
  const query = `showId=${id}`;
  const department = 'Rigging';
  // A new show forbids self-approval (DEC-97).
  await theodore.post(`/api/shows/${id}/settings`, { preventSelfApproval: false });
  await theodore.post(`/api/departments?${query}`, { name: department });
  await theodore.post(`/api/purchase-order-workflow-template?${query}`, {
    showId: id,
    name: 'One step',
    steps: [
      {
        name: 'Producer',
        kind: 'STANDARD',
        amountLimit: null,
        approvalsNeeded: 1,
        approvers: [{ userId: theodore.userId }],
      },
    ],
  });
  return { id, department };
}

test(
  'a webhook receiver accepts each signed event once, rejects forged ones and gets missed ones again',
  { tag: '@long' },
  async ({ apiOf }) => {
    const { api: theodore } = await apiOf('theodore');
    const show = await showWithFlow(theodore);
    const receiver = new Receiver((await freePort(0)) ?? 0);
    const relayServer = await relay(receiver);
    const endpoint = await theodore.post<{ id: string; newSecret: string }>(
      `/api/webhooks?showId=${show.id}`,
      {
        url: `${relayServer.address}/hook`,
        events: ['document.submitted', 'document.approved'],
        documentTypes: ['PO'],
      },
    );
    const submit = async () => {
      const { id } = await theodore.post<{ id: string }>(
        '/api/pos',
        await orderBodyIn(theodore, show.id, show.department),
      );
      return theodore.put<{ id: string }>(`/api/pos/${id}/submit?r=0`);
    };
    interface Logged {
      deliveries: {
        id: string;
        documentId: string;
        state: string;
        attempts: number;
        statusCode: number | null;
      }[];
    }
    const logged = async (id: string) => {
      const log = await theodore.get<Logged>(`/api/webhooks/${endpoint.id}/deliveries`);
      return log.deliveries.find(({ documentId }) => documentId === id);
    };
    try {
      await receiver.start(endpoint.newSecret);
      const order = await submit();
      await expect.poll(() => receiver.takenOf(order.id)).toEqual(['document.submitted']);
      await expect
        .poll(() => logged(order.id))
        .toMatchObject({ state: 'DELIVERED', statusCode: 204, attempts: 1 });

      const [first] = relayServer.messages;
      if (!first) throw new Error('No message arrived');
      expect((await relayServer.forward(first)).status).toBe(204);
      await expect.poll(() => receiver.lines.at(-1)).toEqual({ repeated: first.headers['webhook-id'] });
      const tampered = { ...first, body: first.body.replace('document.submitted', 'document.approved') };
      expect((await relayServer.forward(tampered)).status).toBe(400);
      const signedAt = new Date(Date.now() - 6 * 60_000);
      const id = 'old';
      const old = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
        'webhook-signature': new Webhook(endpoint.newSecret).sign(id, signedAt, first.body),
      };
      expect((await relayServer.forward({ headers: old, body: first.body })).status).toBe(400);
      expect(receiver.takenOf(order.id)).toEqual(['document.submitted']);

      receiver.stop();
      const missed = await submit();
      await expect
        .poll(() => logged(missed.id))
        .toMatchObject({ state: 'WAITING', statusCode: null, attempts: 1 });
      await receiver.start(endpoint.newSecret);
      const delivery = await logged(missed.id);
      await theodore.post(`/api/webhooks/${endpoint.id}/deliveries/${delivery?.id}`);
      await expect
        .poll(() => logged(missed.id))
        .toMatchObject({ state: 'DELIVERED', statusCode: 204, attempts: 2 });
      expect(receiver.takenOf(missed.id)).toEqual(['document.submitted']);
      const tries = relayServer.messages.filter(({ body }) => body.includes(missed.id));
      expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    } finally {
      receiver.stop();
      relayServer.close();
    }
  },
);
