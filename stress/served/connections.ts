import { aLine, createSubmittedOrder } from '../../tests/e2e/support/data/orders.ts';
import { showId } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';
import { onLoopback } from './loopback.ts';
import type { Company } from '#domain/reference-data/reference-data-response';

interface Log {
  deliveries: { state: string; attempts: number }[];
}

const everything = ['document.submitted', 'document.approved', 'document.voided', 'payment.released'];

async function addEndpoint(sam: Person, url: string, description: string): Promise<string> {
  const { id } = await sam.post<{ id: string }>(`/api/webhooks?showId=${showId}`, {
    url,
    description,
    events: everything,
    documentTypes: ['PO', 'INVOICE', 'PAYMENT'],
  });
  return id;
}

/** Waits until an endpoint has that many delivery attempts. */
async function waitForDeliveries(sam: Person, endpoint: string, count: number): Promise<void> {
  for (let looks = 0; looks < 100; looks += 1) {
    const { deliveries } = await sam.get<Log>(`/api/webhooks/${endpoint}/deliveries`);
    if (deliveries.filter(({ attempts }) => attempts > 0).length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The webhook was not sent');
}

const order = (dana: Person, description: string) =>
  createSubmittedOrder(
    { api: dana },
    { description, lineItems: [aLine({ description, quantity: 3, unitCost: 140 })] },
  );

/** Adds an endpoint that succeeded, failed for a while and succeeded again. */
export async function addRecoveredEndpoint(sam: Person, dana: Person): Promise<string> {
  let status = 204;
  const ledger = await onLoopback((_request, response) => response.writeHead(status).end());
  const endpoint = await addEndpoint(sam, `${ledger.address}/backlot`, 'Ledger bridge');
  await order(dana, 'Lobby: palms and planters');
  await waitForDeliveries(sam, endpoint, 1);
  status = 503;
  await order(dana, 'Lobby: brass stanchions');
  await waitForDeliveries(sam, endpoint, 2);
  status = 204;
  await order(dana, 'Lobby: bell desk');
  await waitForDeliveries(sam, endpoint, 3);
  ledger.close();
  return endpoint;
}

/** Adds an endpoint that is switched off before its delivery. Returns the number of resulting failures. */
export async function addFailedEndpoint(sam: Person, dana: Person): Promise<number> {
  const gone = await onLoopback((_request, response) => response.destroy());
  const url = `${gone.address}/old`;
  const endpoint = await addEndpoint(sam, url, 'Former ledger bridge');
  await order(dana, 'Lobby: key rack');
  await waitForDeliveries(sam, endpoint, 1);
  await sam.put(`/api/webhooks/${endpoint}`, {
    url,
    description: 'Former ledger bridge',
    events: everything,
    documentTypes: ['PO'],
    isEnabled: false,
  });
  gone.close();
  return 1;
}

/** Returns an import file with three purchase orders, of which one is invalid. */
export async function ordersFile(dana: Person): Promise<string> {
  const [companies, vendors] = await Promise.all([
    dana.get<Company[]>(`/api/companies?showId=${showId}`),
    dana.get<{ name: string }[]>(`/api/vendors?id=${showId}&search=prop&t=0`),
  ]);
  const of = `${companies[0]?.company_name ?? ''},Set Decoration`;
  const vendor = vendors[0]?.name ?? '';
  return [
    'Import Key,Company,Department,Vendor,Description,Line Description,Quantity,Unit Cost',
    `1,${of},${vendor},Lobby: lamps,Table lamps,12,45`,
    `2,${of},Nobody & Sons,Lobby: drapes,Velvet drapes,6,320`,
    `3,${of},${vendor},Lobby: rugs,"Rugs, hand-knotted",4,"1,060.50"`,
  ].join('\n');
}
