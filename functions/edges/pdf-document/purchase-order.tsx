import { orderNumber } from '#domain/purchase-order';
import type { PrintJob } from '../pdf-renderer.ts';
import { legalText, paperOf } from './facts.ts';
import { Facts, Head, Parties } from './head.tsx';
import { Lines } from './lines.tsx';
import { documentHtml, runningFoot, runningHead } from './page.tsx';
import type { PrintedOrder } from './printed-order.ts';
import { Approval, Enclosures, History, Notes } from './trail.tsx';

/** PD-25, DEC-55: the topsheet of a PO, with notes and history where asked for. */
export function purchaseOrderJob(order: PrintedOrder): PrintJob {
  const { purchaseOrder, letterhead } = order;
  const name = `Purchase Order ${orderNumber(purchaseOrder)}`;
  const html = documentHtml(
    name,
    <>
      {purchaseOrder.status === 'VOID' && (
        <div class="watermark" aria-hidden="true">
          VOID
        </div>
      )}
      <Head {...order} />
      <Facts {...order} />
      <Parties {...order} />
      <Lines {...order} />
      <Approval {...order} />
      <Enclosures {...order} />
      <Notes {...order} />
      <History {...order} />
    </>,
  );
  return {
    html,
    paper: paperOf(purchaseOrder.currency),
    headerHtml: runningHead(purchaseOrder.status === 'APPROVED' ? '' : legalText),
    footerHtml: runningFoot(`${letterhead.productionCompany} · ${letterhead.showName}`, name),
  };
}
