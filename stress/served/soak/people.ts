import { setTimeout as pause } from 'node:timers/promises';
import { invoiceBody } from '../../../tests/e2e/support/data/invoices.ts';
import { aLine, orderBody } from '../../../tests/e2e/support/data/orders.ts';
import type { Chance } from '../../simulator/random.ts';
import type { Answer, Caller } from '../caller.ts';
import type { Call } from './figures.ts';

/** One round of a user's work. */
interface Round {
  who: Caller;
  /** Number of the round, from 0. */
  n: number;
  /** Receives every call. */
  calls: Call[];
  chance: Chance;
  isOver: () => boolean;
}

type Work = (round: Round) => Promise<void>;

/** Pause between two calls of one user, in milliseconds. */
const thought = 250;
/** Rounds per PDF of a user who prints. */
const roundsAPdf = 20;
const list = 'page=1&count=50';

/** Performs and records one call, then pauses. Returns null when it failed. */
async function timedCall<Body>(
  { calls }: Round,
  what: string,
  work: () => Promise<Answer | null>,
): Promise<Body | null> {
  const at = Date.now();
  const began = performance.now();
  const answer = await work();
  const status = answer?.status ?? 0;
  const why = status < 400 ? '' : ` (${JSON.stringify(answer?.body).slice(0, 100)})`;
  calls.push({ what: what + why, at, ms: performance.now() - began, status });
  await pause(thought);
  return status > 0 && status < 300 ? (answer?.body as Body) : null;
}

function ask<Body>(
  round: Round,
  what: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body | null> {
  const { call, showId } = round.who;
  const url = `${path}${path.includes('?') ? '&' : '?'}showId=${showId}`;
  const key = crypto.randomUUID();
  return timedCall<Body>(round, what, () => call(method, url, { ...(body !== undefined && { body }), key }));
}

const read = <Body>(round: Round, what: string, path: string) => ask<Body>(round, what, 'GET', path);

interface Row {
  id: string;
  description: string;
}

interface Listed {
  poS?: Row[];
  invoices?: Row[];
}

type Listable = 'pos' | 'invoices';

async function listed(round: Round, name: Listable, persona: string, body: object): Promise<Row[]> {
  const path = `/api/${name}/filter?persona=${persona}&${list}`;
  const answer = await ask<Listed>(round, `list ${name}`, 'POST', path, body);
  return answer?.poS ?? answer?.invoices ?? [];
}

interface Opened {
  workflow: { currentStep: { id: string } | null } | null;
}

/** Lists the queue and approves the newest document that this soak created. */
async function approveNewest(round: Round, name: Listable): Promise<void> {
  const statuses = ['SUBMITTED_FOR_APPROVAL'];
  const rows = await listed(round, name, 'APPROVER', { statuses, poStatuses: statuses });
  const docId = rows.find(({ description }) => /^(Lamps|Bill) /.test(description))?.id;
  if (!docId) return;
  const opened = await read<Opened>(round, 'open', `/api/${name}/${docId}`);
  const workflowStepId = opened?.workflow?.currentStep?.id;
  if (!workflowStepId) return;
  const docType = name === 'pos' ? 'PO' : 'INVOICE';
  await ask(round, 'approve', 'POST', '/api/workflows/approval', {
    docType,
    docId,
    workflowStepId,
    getNext: true,
  });
}

/** Browses: a page of a list, one document of it, its history. */
async function browse(round: Round, name: Listable): Promise<void> {
  const rows = await listed(round, name, 'CREATOR', {});
  if (rows.length === 0) return;
  const { id } = round.chance.pick(rows);
  await read(round, 'open', `/api/${name}/${id}`);
  await read(round, 'search', '/api/search?q=lamps');
}

/** Loads the reference data of a form. */
function loadFormData<Body>(round: Round, body: Promise<Body>): Promise<Body | null> {
  return timedCall<Body>(round, 'fill a form', () =>
    body.then(
      (whole) => ({ status: 200, body: whole }),
      () => null,
    ),
  );
}

async function makesOrder(round: Round): Promise<void> {
  const { api } = round.who;
  const body = await loadFormData(round, orderBody(api, { lineItems: [aLine()] }));
  const made = body && (await ask<{ id: string }>(round, 'create', 'POST', '/api/pos', body));
  if (!made) return;
  const note = { content: 'The brass ones, please', keyId: crypto.randomUUID() };
  await ask(round, 'note', 'POST', `/api/pos/${made.id}/notes`, note);
  await ask(round, 'submit', 'PUT', `/api/pos/${made.id}/submit?r=0`);
  await browse(round, 'pos');
}

async function makesInvoice(round: Round): Promise<void> {
  const { api } = round.who;
  const uploaded = await timedCall<string>(round, 'upload', () =>
    api.upload('bill.txt', 'The bill', 'invoice').then(
      (body) => ({ status: 200, body }),
      () => null,
    ),
  );
  if (!uploaded) return;
  const attachments = [{ attachmentId: uploaded, label: 'bill.txt' }];
  const body = await loadFormData(round, invoiceBody(api, { attachments }));
  const made = body && (await ask<{ id: string }>(round, 'create', 'POST', '/api/invoices', body));
  if (made) await ask(round, 'submit', 'PUT', `/api/invoices/${made.id}/submit`);
  await browse(round, 'invoices');
}

interface Task {
  data: { taskId: string };
}

/** Prints a PDF and waits for it. */
async function printPdf(round: Round): Promise<void> {
  const [order] = await listed(round, 'pos', 'CREATOR', {});
  if (!order) return;
  const { who } = round;
  const wanted = {
    docType: 'PO',
    docId: order.id,
    showId: who.showId,
    userId: who.api.userId,
    persona: 'CREATOR',
  };
  const task = await ask<Task>(round, 'ask for a PDF', 'POST', '/api/reports/pdf/generate', wanted);
  for (let isMade = task === null; !isMade && !round.isOver();) {
    const path = `/api/reports/pdf/download/${task?.data.taskId}`;
    const poll = await read<{ data: { status: string } }>(round, 'look for a PDF', path);
    isMade = poll?.data.status !== 'in_progress';
    if (poll?.data.status === 'error') round.calls.push({ what: 'PDF', at: Date.now(), ms: 0, status: 0 });
    await pause(1_000);
  }
}

async function home(round: Round): Promise<void> {
  await read(round, 'home', '/api/home');
  if (round.n % roundsAPdf === 0) await printPdf(round);
  await browse(round, round.n % 2 === 0 ? 'pos' : 'invoices');
}

/** Eight users of one show, by their usernames. */
export const rounds: Readonly<Record<string, Work>> = {
  dana: makesOrder,
  elena: makesInvoice,
  marcus: (round) => approveNewest(round, 'pos'),
  'inez.calloway': (round) => approveNewest(round, 'invoices'),
  priya: (round) => approveNewest(round, round.n % 3 === 2 ? 'invoices' : 'pos'),
  sam: home,
  rosalind: home,
  'hannah.moreau': (round) => browse(round, 'pos'),
};
