import { mailPdf } from './accounting.ts';
import {
  approve,
  approveAll,
  approveUntil,
  pull,
  revise,
  submit,
  voidDocument,
  waitingMembers,
} from './approval.ts';
import { changeOrder } from './change-orders.ts';
import { addAttachments } from './attachments.ts';
import { newHeader } from './headers.ts';
import { actorOf, startDocument, note, record, wait } from './document-builder.ts';
import type { Actor, DemoDocument, Line, PoDetail } from './document-builder.ts';
import { buildLines, subjectFor, totalOf } from './lines.ts';
import { pickParties } from './counterparties.ts';
import type { Parties } from './counterparties.ts';
import type { PoPlan, PoStory } from './purchase-order-stories.ts';
import { sampleNotes } from './sample-notes.ts';
import type { Show } from '../show/show.ts';

/** Builds one purchase order by its plan. `sequence` is its number from the show's own counter (DEC-17). */
export function buildPurchaseOrder(show: Show, plan: PoPlan, sequence: number): DemoDocument {
  const flow = show.flows.find(({ type, slug }) => type === 'PURCHASE_ORDER' && slug === (plan.flow ?? slug));
  if (!flow) throw new Error(`${show.plan.id} has no purchase order flow`);
  const wanted = plan.departments ? { departments: plan.departments } : {};
  const creators = show.creators.filter(({ person }) => person.firstName === (plan.by ?? person.firstName));
  const parties = pickParties(show, creators, { kind: plan.vendor, ...wanted });
  const number = String(sequence).padStart(5, '0');
  const title = {
    type: 'PO',
    number,
    numberSort: number.padStart(10, '0'),
    description: subjectFor(show, parties.department),
    at: plan.at,
  } as const;
  const header = newHeader(show, title, parties);
  const context = {
    documentId: header.id,
    department: parties.department,
    company: parties.company,
    at: plan.at,
  };
  const document = startDocument(show, flow, header, fit(buildLines(show, context, plan.lines), plan));
  document.purchaseOrder = detailOf(show, header.id, parties);
  plan.prepare?.(document);
  header.totalCents = totalOf(document.lines);
  const creator = actorOf(parties.creator);
  record(document, 'create', creator);
  if (!plan.lean) decorate(document, creator);
  playStory(document, plan.story, creator);
  return document;
}

/** Changes the last line's price so that the total is within the plan's limits. */
function fit(lines: Line[], { minimumCents, maximumCents }: PoPlan): Line[] {
  const scale = (factor: number): void => {
    for (const line of lines) {
      line.unitCostCents = Math.max(100, Math.round((line.unitCostCents * factor) / 100) * 100);
      line.totalCents = Math.round((line.quantityHundredths * line.unitCostCents) / 100);
    }
  };
  const total = totalOf(lines);
  if (maximumCents !== undefined && total > maximumCents) scale((maximumCents / total) * 0.8);
  if (minimumCents !== undefined && total < minimumCents) scale((minimumCents / total) * 1.3);
  return lines;
}

function detailOf(show: Show, documentId: string, parties: Parties): PoDetail {
  const { random } = show;
  const { vendor, company, currency, department } = parties;
  return {
    documentId,
    showId: show.plan.id,
    prefix: department.prefix,
    categoryId: random.chance(0.6) ? random.pick(show.categoryIds) : null,
    projectCompanyExternalId: company.projectCompanyExternalId,
    companyExternalId: company.companyExternalId,
    companyName: company.name,
    companyAddress: company.address,
    currencyExternalId: currency.externalId,
    currencyReferenceCode: currency.referenceCode,
    vendor: { ...vendor.snapshot },
    vendorAddressId: vendor.addressId,
    billToAddressId: random.chance(0.8) ? random.pick(show.billToIds) : null,
    shipToAddressId: random.chance(0.6) ? random.pick(show.shipToIds) : null,
    lockedLineCount: 0,
    lastVendorEmailRecipients: [],
    lastVendorEmailAt: null,
    hst: null,
    fid: null,
  };
}

function decorate(document: DemoDocument, creator: Actor): void {
  const { random } = document.show;
  if (random.chance(0.4)) addAttachments(document, random.chance(0.3) ? random.int(2, 4) : 1);
  if (random.chance(0.35)) note(document, creator, random.pick(sampleNotes.standard));
  if (random.chance(0.05)) note(document, creator, random.pick(sampleNotes.hidden), 'HIDDEN');
  if (random.chance(0.25)) {
    wait(document);
    record(document, 'save', creator);
  }
}

function playStory(document: DemoDocument, story: PoStory, creator: Actor): void {
  const { random } = document.show;
  if (story === 'draft') return;
  if (story === 'voidDraft') return voidDocument(document, creator);
  submit(document, creator);
  switch (story) {
    case 'submitted':
      return;
    case 'pulled':
      return pull(document, creator);
    case 'revision':
      return revise(document);
    case 'resubmitted':
      revise(document);
      return submit(document, creator);
    case 'special':
      return void approve(document, { special: true });
    case 'atSecond':
      return approveUntil(document, 2);
    case 'atLast':
      return approveUntil(document, document.instance?.finalOrder ?? 1);
    case 'halfLast':
      approveUntil(document, document.instance?.finalOrder ?? 1);
      return void approve(document, { special: random.chance(0.3) });
    case 'voidInApproval':
      approveUntil(document, 2);
      return voidDocument(
        document,
        actorOf(waitingMembers(document)[0] ?? random.pick(document.show.approvers)),
      );
    default:
      approveAll(document);
      if (random.chance(0.06)) mailPdf(document, creator);
      return afterApproval(document, story, creator);
  }
}

function afterApproval(document: DemoDocument, story: PoStory, creator: Actor): void {
  if (story === 'approved') return;
  if (story === 'voidApproved') return voidDocument(document, creator);
  if (story === 'twoChangeOrders') {
    changeOrder(document, 'approved');
    return changeOrder(document, 'submitted');
  }
  const [, change] = story.split(':');
  if (change) changeOrder(document, change as Parameters<typeof changeOrder>[1]);
}
