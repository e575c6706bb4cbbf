import { expect, test } from '@playwright/test';
import { connectSocket, nextEvent, person, showId } from '../support/environment/person.ts';
import type { Person } from '../support/environment/person.ts';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

const transports = {
  'websocket only': ['websocket'],
  'polling only': ['polling'],
  'the default upgrade': undefined,
} as const;

async function startPdf(who: Person): Promise<string> {
  const { poS } = await who.post<PurchaseOrderList>(`/api/pos/filter/?showId=${showId}&count=1`, {});
  const order = { docId: poS[0]?.id, docType: 'PO', showId, userId: who.userId, persona: 'CREATOR' };
  const { data } = await who.post<{ data: { taskId: string } }>(
    `/api/reports/pdf/generate?showId=${showId}`,
    order,
  );
  return data.taskId;
}

test('RT-01, RT-03, RT-04: a stock client receives updates of its own PDF by WebSocket, polling and upgrade', async ({
  request,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const dana = await person(request, base, 'dana@backlot.example');
  const priya = await person(request, base, 'priya@backlot.example');
  for (const [name, chosen] of Object.entries(transports))
    await test.step(name, async () => {
      const own = await connectSocket(base, dana, chosen && [...chosen]);
      const other = await connectSocket(base, priya, chosen && [...chosen]);
      const overheard: unknown[] = [];
      for (const event of ['subscription_confirmed', 'pdf_status_update']) {
        other.on(event, (data) => overheard.push(data));
      }
      try {
        const taskId = await startPdf(dana);
        const confirmed = nextEvent<{ taskId: string }>(own, 'subscription_confirmed');
        const finished = nextEvent<PdfStatusUpdate>(own, 'pdf_status_update');
        other.emit('subscribe_pdf_updates', { taskId });
        own.emit('subscribe_pdf_updates', taskId);
        expect(await confirmed).toEqual({ taskId });
        const update = await finished;
        expect(update).toMatchObject({ taskId, status: 'success', error: null });
        expect(update.downloadUrl).toMatch(new RegExp(`^/files/pdf/${taskId}/PO_`));
        const file = await fetch(base + update.downloadUrl, { headers: { cookie: dana.cookie } });
        expect(
          Buffer.from(await file.arrayBuffer())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-');
        const stranger = await fetch(base + update.downloadUrl, { headers: { cookie: priya.cookie } });
        expect(stranger.status).toBe(404);
        expect(overheard).toEqual([]);
      } finally {
        own.disconnect();
        other.disconnect();
      }
    });
});
