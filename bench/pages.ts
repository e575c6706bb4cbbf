import { brotliCompressSync, constants } from 'node:zlib';
import { prepareBudget, waitingOrders } from './budget-benchmarks.ts';
import { sendRequest, showId } from './client.ts';
import type { Person } from './client.ts';
import { listPath } from './dataset.ts';
import { startRevision } from './revision.ts';
import { bulkTrips } from './usage.ts';
import type { Location, PageRequest } from './usage.ts';
import type { Trip } from './worker/trip-counter.ts';

interface Stored {
  id: string;
  workflow: { id: string } | null;
}

/** Cloudflare compresses responses at about this level. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** `npm run bench -- pages`: measures the round trips and bytes of the hot pages and actions, for `usage.ts`. */
export async function benchPages(): Promise<void> {
  const { served, dataset, stop } = await startRevision('this tree', 1000);
  const { creator, approvers, payer, readers, draft } = dataset;
  const [reader] = readers;
  const [first, second] = approvers;
  const measured: PageRequest[] = [];
  const measure = async <Body>(
    title: string,
    person: Person,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const name = `page-${measured.length}`;
    const [answer, { depth }] = await person.sendCounted<Body>(name, method, path, body);
    const { body: listed } = await sendRequest('GET', `${served.address}/bench/trips/${name}`);
    const isRead = method === 'GET' || path.includes('/filter');
    measured.push({
      title,
      isRead,
      // Its request only waits for the consumer.
      trips: title === 'bulk of 10' ? bulkTrips : locationsOf(JSON.parse(listed.toString()) as Trip[], depth),
      bytes: brotliCompressSync(JSON.stringify(answer), quality).byteLength,
    });
    return answer;
  };
  try {
    if (!reader) throw new Error('The show has no reader.');
    await measure('list', reader, 'POST', listPath('count=50&page=1&sort=PO_NUMBER,DESC'), {});
    await measure('open', reader, 'GET', `/api/pos/${dataset.toOpen[0]}?persona=CREATOR`);
    await measure('home', first, 'GET', `/api/home?showId=${showId}`);
    const { id } = await measure<Stored>('create', creator, 'POST', '/api/pos', draft);
    await measure('save', creator, 'PUT', `/api/pos/${id}`, { ...draft, description: 'Lamps for the hall' });
    const { workflow } = await measure<Stored>('submit', creator, 'PUT', `/api/pos/${id}/submit?r=0`);
    const approval = { docId: id, docType: 'PO', showId, workflowId: workflow?.id };
    await measure('approve', first, 'POST', '/api/workflows/approval', approval);
    await measure('final approval', second, 'POST', '/api/workflows/approval', approval);
    const items = await waitingPayments(payer);
    const bulk = { items, showId, timeZone: 'America/Los_Angeles' };
    await measure('bulk of 10', payer, 'POST', '/api/workflows/bulk-approval', bulk);
    await prepareBudget(reader, served.crons);
    const [order] = await waitingOrders(reader);
    await measure('budget review', reader, 'GET', `/api/pos/${order}?persona=CREATOR`);
    await measure('cost report', reader, 'GET', `/api/cost-reports/current?showId=${showId}`);
  } finally {
    await stop();
  }
  for (const { title, isRead, trips, bytes } of measured)
    console.log(
      `  { title: '${title}', isRead: ${isRead}, trips: [${trips.map((one) => `'${one}'`).join(', ')}], bytes: ${bytes} },`,
    );
}

/** The databases of the sequential trips before the response; the show's, where both are read at once. */
function locationsOf(trips: readonly Trip[], depth: number): Location[] {
  return Array.from({ length: depth }, (_, at) => {
    const databases = trips.filter((trip) => trip.depth === at + 1).map(({ database }) => database);
    return databases.some((database) => database.startsWith('SHOWS_')) ? 'show' : 'directory';
  });
}

async function waitingPayments(payer: Person) {
  const path = `/api/payments/filter?showId=${showId}&persona=APPROVER&count=10&page=1&sort=PAYMENT_NUMBER,ASC`;
  const body = { statuses: ['SUBMITTED_FOR_APPROVAL'] };
  const { payments } = await payer.send<{ payments: { id: string; workflowStepId: string }[] }>(
    'POST',
    path,
    body,
  );
  return payments.map(({ id, workflowStepId }) => ({ id, workflowStepId }));
}
