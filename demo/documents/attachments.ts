import type { AssetName } from '../assets.ts';
import type { DemoDocument } from './document-builder.ts';
import { addFile } from '../show/show-files.ts';

const attachmentKinds: Readonly<
  Record<'PO' | 'INVOICE' | 'PAYMENT', readonly (readonly [AssetName, string])[]>
> = {
  PO: [
    ['quote', 'Quote.pdf'],
    ['trunk', 'Prop photo.jpg'],
    ['floorPlan', 'Stage 4 floor plan.png'],
    ['farmhouse', 'Scout, farmhouse.jpg'],
    ['storyboard', 'Storyboard sc. 22.jpg'],
    ['swatches', 'Fabric swatches.png'],
  ],
  INVOICE: [
    ['invoice', 'Invoice.pdf'],
    ['trunk', 'Delivery photo.jpg'],
  ],
  PAYMENT: [['remittance', 'Remittance.pdf']],
};

const kinds = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const;

/** Attaches `count` of the type's usual files; the first is always the main PDF. */
export function addAttachments(document: DemoDocument, count: number, invoiceId: string | null = null): void {
  const { show, header } = document;
  const list = attachmentKinds[header.type];
  const [main] = list;
  if (!main || count === 0) return;
  const others = show.random.some(list.slice(1), count - 1);
  for (const [asset, name] of [main, ...others]) {
    const label =
      asset === main[0] ? `${header.vendorName.replace(/[^\p{L}\p{N} ]/gu, '').trim()} ${name}` : name;
    const at = Date.parse(header.createdAt) + 1;
    const fileId = addFile(show, {
      ownerKind: kinds[header.type],
      asset,
      label,
      uploadedBy: header.creatorId,
      at,
    });
    document.attachments.push({
      showId: show.plan.id,
      documentId: header.id,
      fileId,
      position: document.attachments.length,
      isTopSheet: false,
      invoiceId,
    });
  }
  header.attachmentCount = document.attachments.length;
}
