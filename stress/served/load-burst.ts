/**
 * Eight approvers approve each of 50 documents of all three types 200 times, all at once: exactly the needed votes, one
 * final approval, one push (DEC-23, DEC-82, DEC-99). Takes minutes and serves the real product: `node
 * stress/served/load-burst.ts`.
 */
import type { DocType } from '../../domain/document.ts';
import { mapConcurrent } from '../../scripts/processes/map-concurrent.mjs';
import { ledgerEntriesOf } from '../../tests/e2e/support/data/accounting.ts';
import type { Books } from '../../tests/e2e/support/data/accounting.ts';
import { createSubmittedInvoice } from '../../tests/e2e/support/data/invoices.ts';
import { aLine, createSubmittedOrder } from '../../tests/e2e/support/data/orders.ts';
import { createSubmittedPayments } from '../../tests/e2e/support/data/payments.ts';
import type { Chance } from '../simulator/random.ts';
import { callers } from './caller.ts';
import type { Caller } from './caller.ts';
import { freshProduct, until } from './product.ts';
import type { Product } from './product.ts';
import { incompleteActions } from './shards.ts';
import { simulatorFault, machineLoad, logLine, runExperiment } from './experiment.ts';

const show = 'nlite';
/** Heads of departments, the line producer, the executives of whom two are needed, and two who are never approvers. */
const approvers = [
  'marcus',
  'inez.calloway',
  'priya',
  'rosalind',
  'grace.lindqvist',
  'robert.achebe',
  'owen.maddox',
  'victor.salgado',
];
const callsEach = 25;
const documentsAtOnce = 4;
const timeoutMs = 90_000;

interface Target {
  docType: DocType;
  id: string;
  /** All steps of its workflow, including unreached ones. */
  steps: string[];
}

interface Wire {
  id: string;
  workflow: { steps: { id: string }[] } | null;
}

const paths = { PO: '/api/pos', INVOICE: '/api/invoices', PAYMENT: '/api/payments' } as const;

/** Creates purchase orders (two in five), invoices and payments; every other one is expensive enough for all steps. */
async function createTargets(address: string, count: number): Promise<Target[]> {
  const [dana, elena, sam] = await callers(address, ['dana', 'elena', 'sam']);
  if (!dana || !elena || !sam) throw new Error('Nobody is there');
  const books: Books = { baseURL: address, license: 'HSP-SA-1041', system: 'SA' };
  const numbers = Array.from({ length: count }, (_one, n) => n);
  const of = (rest: readonly number[]) => numbers.filter((n) => rest.includes(n % 5));
  const orders = await mapConcurrent(of([0, 1]), 4, (n) =>
    createSubmittedOrder({ api: dana.api }, { lineItems: [aLine({ unitCost: n % 2 === 0 ? 150 : 20_000 })] }),
  );
  const invoices = await mapConcurrent(of([2, 3]), 4, () => createSubmittedInvoice({ api: elena.api }));
  const { payments } = await createSubmittedPayments(
    { show, books, api: sam.api },
    { count: of([4]).length, cents: (n) => (n % 2 === 0 ? 1000 : 6_000_000) + n },
  );
  const made = [
    ...orders.map(({ id }) => ({ docType: 'PO' as const, id })),
    ...invoices.map(({ id }) => ({ docType: 'INVOICE' as const, id })),
    ...payments.map(({ id }) => ({ docType: 'PAYMENT' as const, id })),
  ];
  return mapConcurrent(made, 4, async (target) => {
    const { workflow } = await sam.api.get<Wire>(`${paths[target.docType]}/${target.id}?showId=${show}`);
    return { ...target, steps: workflow?.steps.map(({ id }) => id) ?? [] };
  });
}

/** Responses by status, and the users whose approval was accepted. */
interface CallTally {
  statuses: Map<number, number>;
  yes: Set<string>;
}

/**
 * Sends one approver's calls for one document: any step, any time, repeated clicks, concurrent clicks, and clicks after
 * the approval.
 */
async function sendApprovals(who: Caller, target: Target, chance: Chance, tally: CallTally): Promise<void> {
  const { docType, id: docId } = target;
  let click = { step: '', key: '' };
  let isApproved = false;
  for (let calls = 0; calls < callsEach;) {
    if (isApproved && chance.hits(0.8)) click = { ...click, key: crypto.randomUUID() };
    else if (calls === 0 || !chance.hits(0.3))
      click = { step: chance.pick(target.steps), key: crypto.randomUUID() };
    const keys = [click.key];
    // The second of two concurrent clicks has the same key or one of its own.
    if (calls < callsEach - 1 && chance.hits(0.4))
      keys.push(chance.hits(0.3) ? click.key : crypto.randomUUID());
    const body = { docType, docId, showId: show, workflowStepId: click.step };
    const answers = await Promise.all(
      keys.map((key) => who.call('POST', '/api/workflows/approval', { body, key })),
    );
    for (const answer of answers) {
      const status = answer?.status ?? 0;
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      if (status === 200) tally.yes.add(`${target.id} ${who.api.userId}`);
    }
    isApproved = !isApproved && answers.some((answer) => answer?.status === 200);
    calls += keys.length;
  }
}

/** Lets every current approver approve until the document is approved. */
async function finish(allCallers: readonly Caller[], target: Target, tally: CallTally): Promise<void> {
  for (const workflowStepId of target.steps) {
    const { docType, id: docId } = target;
    const body = { docType, docId, showId: show, workflowStepId };
    for (const who of allCallers) {
      const answer = await who.call('POST', '/api/workflows/approval', { body, key: crypto.randomUUID() });
      if (answer?.status === 200) tally.yes.add(`${target.id} ${who.api.userId}`);
      else if (!answer || answer.status >= 500) tally.statuses.set(answer?.status ?? 0, 1);
    }
  }
}

interface StoredDocument {
  id: string;
  status: string;
  /** Votes that the completed steps need, and votes that are stored. */
  needed: number;
  voters: string;
  approvals: number;
  finals: number;
  pushes: number;
}

/** Stored state of a document, read by plain SQL. */
const storedRowSql = `SELECT d.id, d.status,
  (SELECT sum(s.approvals_needed) FROM workflow_steps s JOIN workflows w ON w.id = s.workflow_id
     WHERE w.document_id = d.id AND w.is_latest = 1 AND s.step_order <= w.final_order) AS needed,
  (SELECT group_concat(a.user_id, ' ') FROM step_approvals a WHERE a.document_id = d.id) AS voters,
  (SELECT count(*) FROM document_events e WHERE e.document_id = d.id AND e.action = 'approve') AS approvals,
  (SELECT count(*) FROM document_events e WHERE e.document_id = d.id AND e.action = 'approve'
     AND e.payload ->> 'status' = 'APPROVED') AS finals,
  (SELECT count(*) FROM outbox o WHERE o.document_id = d.id
     AND o.kind IN ('push-po', 'push-invoice', 'release-payment')) AS pushes
  FROM documents d WHERE d.id = ?`;

function judge(product: Product, targets: readonly Target[], tally: CallTally): string[] {
  const wrong: string[] = [];
  for (const [status, count] of tally.statuses)
    if (status === 0 || status >= 500) wrong.push(`${count} calls were answered with ${status}`);
  const rows = product
    .queryShards((shard) => targets.flatMap(({ id }) => shard.rows<StoredDocument>(storedRowSql, id)))
    .flat();
  if (rows.length !== targets.length) wrong.push(`${rows.length} documents are there`);
  for (const { id, status, needed, voters, approvals, finals, pushes } of rows) {
    const votes = (voters ?? '').split(' ').filter(Boolean);
    if (status !== 'APPROVED') wrong.push(`${id} is ${status}`);
    if (votes.length !== needed || approvals !== needed)
      wrong.push(`${id} has ${votes.length} votes and ${approvals} approvals, needed ${needed}`);
    if (finals !== 1) wrong.push(`${id} has ${finals} final approvals`);
    if (pushes !== 1) wrong.push(`${id} owes ${pushes} pushes`);
    const yes = [...tally.yes]
      .filter((one) => one.startsWith(`${id} `))
      .map((one) => one.split(' ')[1] ?? '');
    if (yes.toSorted().join() !== votes.toSorted().join())
      wrong.push(`${id}: ${yes.join(', ')} were told yes, and ${votes.join(', ')} voted`);
  }
  return [...wrong, ...product.queryShards(incompleteActions).flat()];
}

async function runLoadBurst(product: Product, count: number, chance: Chance): Promise<string[]> {
  await product.start();
  const address = product.address();
  const targets = await createTargets(address, count);
  const allCallers = await callers(address, approvers);
  logLine(`${targets.length} documents wait for ${allCallers.length} approvers; ${machineLoad()}`);
  const tally: CallTally = { statuses: new Map(), yes: new Set() };
  const began = Date.now();
  await mapConcurrent(targets, documentsAtOnce, (target) =>
    Promise.all(allCallers.map((who) => sendApprovals(who, target, chance, tally))),
  );
  const seconds = (Date.now() - began) / 1000;
  const calls = [...tally.statuses.values()].reduce((sum, one) => sum + one, 0);
  const answers = [...tally.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} x ${status}`);
  logLine(`${calls} calls in ${seconds.toFixed(1)} s: ${answers.join(', ')}; ${machineLoad()}`);
  await mapConcurrent(targets, documentsAtOnce, (target) => finish(allCallers, target, tally));
  const books: Books = { baseURL: address, license: 'HSP-SA-1041', system: 'SA' };
  const postings = () =>
    mapConcurrent(targets, 8, async (target) => (await ledgerEntriesOf(books, target)).length);
  await until('accounting has everything', timeoutMs, async () =>
    (await postings()).every((n) => n > 0),
  ).catch(() => undefined);
  const posted = await postings();
  const wrong = judge(product, targets, tally);
  const wrongReleases = posted.filter((times) => times !== 1).length;
  if (wrongReleases > 0) wrong.push(`${wrongReleases} documents were not posted exactly once`);
  logLine(
    `${targets.length} documents, ${tally.yes.size} votes, ${posted.filter((n) => n === 1).length} posted once`,
  );
  return wrong;
}

await runExperiment({
  name: 'storm',
  serve: freshProduct,
  count: { full: 50, perMutant: 20 },
  run: runLoadBurst,
  faults: [
    simulatorFault(
      'the event does not ask whether the document is as it was read; nothing guards the chain',
      /votes|final approvals|^chain/,
    ),
    simulatorFault('a final approval owes two pushes', /owes 2 pushes/),
    simulatorFault('a vote counts again; no index holds one vote to one person', /votes|voted/),
  ],
});
