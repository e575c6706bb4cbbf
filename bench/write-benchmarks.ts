import { setTimeout as pause } from 'node:timers/promises';
import { showId } from './client.ts';
import type { Person } from './client.ts';
import type { Dataset } from './dataset.ts';
import type { Call, Work } from './work.ts';

interface Submitted {
  id: string;
  workflow: { id: string } | null;
}

interface Run {
  runId: string;
  status: string;
  total: number;
  numSuccess: number;
  numFailure: number;
  failed: unknown[];
  warnings: unknown[];
}

interface Item {
  id: string;
  workflowStepId: string;
}

/** Runs `work` that many times, eight at once. */
async function times(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.max(0, Math.min(8, count)) }, one));
}

/** Benchmarks of writes; each consumes documents that were created before. */
export async function writeBenchmarks(dataset: Dataset): Promise<Work[]> {
  return [create(dataset), approveOrder(dataset), ...(await approvePayments(dataset)), print(dataset)];
}

function create({ creator, draft }: Dataset): Work {
  return {
    key: 'create',
    title: 'create a purchase order of 10 lines',
    goal: { ms: 12, perSecond: 300 },
    isFlat: false,
    runOnce: async (call) => {
      await call(creator, 'POST', '/api/pos', draft);
      return true;
    },
  };
}

function approveOrder({ creator, approvers, draft }: Dataset): Work {
  const drafts: string[] = [];
  return {
    key: 'approve',
    title: 'submit and two approvals',
    goal: { ms: 30, perSecond: 120 },
    isFlat: false,
    stock: (count) =>
      times(count - drafts.length, async () => {
        drafts.push((await creator.send<Submitted>('POST', '/api/pos', draft)).id);
      }),
    runOnce: async (call) => {
      const docId = drafts.pop();
      if (docId === undefined) return false;
      const { workflow } = await call<Submitted>(creator, 'PUT', `/api/pos/${docId}/submit?r=0`);
      for (const approver of approvers)
        await call(approver, 'POST', '/api/workflows/approval', {
          docId,
          docType: 'PO',
          showId,
          workflowId: workflow?.id,
        });
      return true;
    },
  };
}

/**
 * A run continues in the background: the actions end when all its payments are decided, when it has ended with
 * accounting's answers, and, for ten payments, with the response.
 */
async function approvePayments({ payer }: Dataset): Promise<Work[]> {
  const waiting = await waitingPayments(payer);
  // A small data set has enough payments for one row.
  const rows = waiting.length < 300 ? 1 : 3;
  const share = Math.floor(waiting.length / rows);
  const [decided = [], released = [], ten = []] = Array.from({ length: rows }, () =>
    waiting.splice(0, share),
  );
  // At least eight rounds of 100 payments, or sixteen of fewer.
  const size = share >= 800 ? 100 : Math.max(1, Math.floor(share / 16));
  const start = (call: Call, stock: typeof waiting, count: number) =>
    call<Run>(payer, 'POST', '/api/workflows/bulk-approval', {
      items: stock.splice(0, count),
      showId,
      timeZone: 'America/Los_Angeles',
    });
  const runBulk = async (call: Call, stock: typeof waiting) => {
    const began = performance.now();
    let run = await start(call, stock, size);
    let decidedMs: number | null = null;
    for (;;) {
      if (run.numSuccess + run.numFailure === run.total) decidedMs ??= performance.now() - began;
      if (run.status !== 'in_progress') break;
      await pause(10);
      run = await payer.send<Run>('GET', `/api/workflows/bulk-approval/${run.runId}`);
    }
    const [problem] = [...run.failed, ...run.warnings];
    if (problem) throw new Error(JSON.stringify(problem));
    return decidedMs ?? performance.now() - began;
  };
  const work = (
    key: string,
    title: string,
    ms: number,
    { stock, count, runOnce }: { stock: typeof waiting; count: number; runOnce: Work['runOnce'] },
  ): Work => ({
    key,
    title,
    goal: { ms, perSecond: null },
    isFlat: false,
    runOnce: async (call) => stock.length >= count && runOnce(call),
  });
  const payments = size === 1 ? '1 payment' : `${size} payments`;
  return [
    work('bulk-decided', `approve ${payments}, decided`, 800, {
      stock: decided,
      count: size,
      runOnce: (call) => runBulk(call, decided),
    }),
    work('bulk', `approve ${payments}, released`, 150, {
      stock: released,
      count: size,
      runOnce: async (call) => {
        await runBulk(call, released);
        return true;
      },
    }),
    work('bulk-ten', 'approve ten payments, with the response', 1000, {
      stock: ten,
      count: 10,
      runOnce: async (call) => {
        await start(call, ten, 10);
        return true;
      },
    }),
  ].slice(0, rows);
}

async function waitingPayments(payer: Person): Promise<Item[]> {
  const page = (n: number) =>
    payer.send<{ payments: Item[]; total: number }>(
      'POST',
      `/api/payments/filter?showId=${showId}&persona=APPROVER&count=200&page=${n}&sort=PAYMENT_NUMBER,ASC`,
      { statuses: ['SUBMITTED_FOR_APPROVAL'] },
    );
  const first = await page(1);
  const pages = Math.min(20, Math.ceil(first.total / 200));
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, n) => page(n + 2)));
  return [first, ...rest].flatMap(({ payments }) =>
    payments.map(({ id, workflowStepId }) => ({ id, workflowStepId })),
  );
}

function print({ readers, toPrint }: Dataset): Work {
  let at = 0;
  return {
    key: 'pdf',
    title: 'render a purchase order as PDF, warm',
    goal: { ms: 150, perSecond: 15 },
    isFlat: false,
    runOnce: async (call) => {
      const [reader] = readers;
      const docId = toPrint[at++ % toPrint.length];
      if (!reader || !docId) return false;
      await call(reader, 'POST', '/api/reports/download-pdf/purchase-order', {
        data: { docId, showId, options: {} },
        purchaseOrderApprovalHistoryIndex: 0,
      });
      return true;
    },
  };
}
