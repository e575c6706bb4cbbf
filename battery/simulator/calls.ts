import type { ShowContext, Seat } from '../../functions/verbs/request/context.ts';
import type { Acted } from '../../functions/verbs/lifecycle/perform-action.ts';
import type { Product } from './product.ts';
import { anInvoice, anOrder, scanned, scanOf, showId, vendorOf } from './studio.ts';
import type { VendorName } from './studio.ts';

export type DocType = 'PO' | 'INVOICE' | 'PAYMENT';

export type Deed =
  | {
      kind: 'approve' | 'revise' | 'void' | 'deny';
      docType: DocType;
      id: string;
      step: string | null;
      contentVersion?: number;
    }
  | { kind: 'submit' | 'pull'; docType: DocType; id: string }
  | { kind: 'note'; docType: DocType; id: string }
  | { kind: 'save'; docType: 'PO' | 'INVOICE'; id: string; draft: Amounts }
  | { kind: 'attach'; docType: 'INVOICE'; id: string; fileIds: readonly string[] }
  | { kind: 'adjust' | 'discard' | 'push'; docType: 'PO'; id: string }
  | { kind: 'create'; docType: 'PO' | 'INVOICE'; draft: Amounts }
  | { kind: 'bulk'; items: readonly { id: string; step: string }[] }
  | { kind: 'cancel-bulk' | 'retry-bulk'; run: string };

/** What somebody typed. */
export interface Amounts {
  lines: readonly { quantity: number; unitCost: number }[];
  number: string;
  vendor?: VendorName;
}

/** One person's one wish; however often it is sent, it has one key. */
export interface Command {
  user: string;
  key: string;
  deed: Deed;
}

/** The calls that carry no key: who repeats them does them again, if the state allows it. */
export const keyless: readonly string[] = ['submit', 'pull', 'save', 'attach', 'cancel-bulk'];

/** What a call is about, in a few words. */
export function told({ user, deed }: Command): string {
  const about = 'id' in deed ? deed.id.slice(-6) : '';
  return `${user} ${deed.kind} ${'docType' in deed ? deed.docType : ''} ${about}`.trim();
}

/** What the route of this deed begins to read while the rights are read. */
export function begin(product: Product, seat: Seat, { key, deed, user }: Command): void {
  const { ahead } = product;
  const repeat = repeatOf({ key, deed, user });
  if (!('docType' in deed) || !('id' in deed)) return;
  const { docType, id } = deed;
  if (deed.kind === 'submit') {
    if (docType === 'PAYMENT') ahead.beginPaymentSubmission(seat, id, null);
    else ahead.beginSubmission(seat, docType, id);
    return;
  }
  if (deed.kind === 'push') return;
  if (!keyless.includes(deed.kind)) ahead.beginRepeat(seat, repeat);
  ahead.beginAction(seat, docType, id);
  if (deed.kind === 'adjust' || deed.kind === 'pull') ahead.viewAfterwards(seat, docType, id);
}

function repeatOf({ key, deed }: Command) {
  return { key, requestHash: JSON.stringify(deed) };
}

/** Does what the route of this deed does; answers what it answers. */
export async function perform(product: Product, context: ShowContext, command: Command): Promise<unknown> {
  const { deed } = command;
  const repeat = repeatOf(command);
  const follow = async (acted: Promise<Acted>) => product.finish(context, await acted);
  switch (deed.kind) {
    case 'approve':
    case 'revise':
    case 'void':
    case 'deny': {
      const { docType, id: docId, step, contentVersion = null } = deed;
      const reason = deed.kind === 'approve' ? null : 'Not like this';
      const request = { docType, docId, getNext: false, workflowStepId: step, contentVersion, reason };
      return product.workflowAction(context, deed.kind, request, repeat);
    }
    case 'submit':
      if (deed.docType === 'PO') return follow(product.submitPurchaseOrder(context, deed.id, false));
      if (deed.docType === 'INVOICE') return follow(product.submitInvoice(context, deed.id));
      return follow(product.submitPayment(context, deed.id, null));
    case 'pull':
      return follow(product.act(context, deed, 'pull', () => ({ at: context.now })));
    case 'note': {
      const draft = { keyId: '', content: `Note ${command.key}`, isReview: false };
      return product.addNote(context, deed, draft, repeat);
    }
    case 'save':
      return follow(
        deed.docType === 'PO'
          ? product.savePurchaseOrder(context, deed.id, orderOf(product, deed.draft))
          : product.saveInvoice(context, deed.id, invoiceOf(product, deed.draft), false),
      );
    case 'create':
      return deed.docType === 'PO'
        ? product.createPurchaseOrder(context, orderOf(product, deed.draft), repeat)
        : product.createInvoice(context, invoiceOf(product, deed.draft), false, repeat);
    case 'attach': {
      const files = deed.fileIds.map((attachmentId) => ({
        attachmentId,
        label: '',
        isTopSheet: false,
        shouldDelete: false,
      }));
      return product.attach(context, deed, files);
    }
    case 'adjust':
      return product.requestChangeOrder(context, { poId: deed.id, reason: 'More of it' }, repeat);
    case 'discard':
      return product.discardChangeOrder(context, deed.id, repeat);
    case 'push':
      return product.pushToAccounting(context, deed.id, repeat);
    case 'bulk': {
      const items = deed.items.map(({ id, step }) => ({ id, workflowStepId: step }));
      const request = product.bulkRequest({ items, showId });
      return product.bulk.startBulkApproval(context, request, repeat, product.runErrand);
    }
    case 'cancel-bulk':
      return product.bulk.cancelBulkApproval(context, deed.run);
    case 'retry-bulk':
      return product.bulk.retryBulkApproval(context, deed.run, repeat, product.runErrand);
  }
}

function orderOf(product: Product, { lines, vendor }: Amounts) {
  return product.orderDraft({ ...anOrder(...lines), ...vendorOf(vendor) });
}

function invoiceOf(product: Product, { lines, number, vendor }: Amounts) {
  const attachments = scanned.includes(number) ? [{ attachmentId: scanOf(number), label: 'scan.pdf' }] : [];
  return product.invoiceDraft(
    anInvoice(
      number,
      lines.map(({ unitCost }) => unitCost),
      { attachments, ...vendorOf(vendor) },
    ),
  );
}
