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
import { enclose } from './attachments.ts';
import { newHeader } from './headers.ts';
import { actorOf, begin, note, record, wait } from './document-builder.ts';
import type { Actor, Life, Line, PoDetail } from './document-builder.ts';
import { buildLines, subjectFor, totalOf } from './lines.ts';
import { pickParties } from './counterparties.ts';
import type { Parties } from './counterparties.ts';
import type { PoPlan, PoStory } from './purchase-order-stories.ts';
import { remarks } from './sample-notes.ts';
import type { Show } from '../show/show.ts';

/** Lives through one purchase order as its plan tells. `sequence` is its number from the show's own counter (DEC-17). */
export function livePurchaseOrder(show: Show, plan: PoPlan, sequence: number): Life {
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
  const place = {
    documentId: header.id,
    department: parties.department,
    company: parties.company,
    at: plan.at,
  };
  const life = begin(show, flow, header, fit(buildLines(show, place, plan.lines), plan));
  life.purchaseOrder = detailOf(show, header.id, parties);
  plan.prepare?.(life);
  header.totalCents = totalOf(life.lines);
  const creator = actorOf(parties.creator);
  record(life, 'create', creator);
  if (!plan.lean) decorate(life, creator);
  tell(life, plan.story, creator);
  return life;
}

/** Brings the total under or over the plan's limits by the last line's price. */
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

function decorate(life: Life, creator: Actor): void {
  const { random } = life.show;
  if (random.chance(0.4)) enclose(life, random.chance(0.3) ? random.int(2, 4) : 1);
  if (random.chance(0.35)) note(life, creator, random.pick(remarks.standard));
  if (random.chance(0.05)) note(life, creator, random.pick(remarks.hidden), 'HIDDEN');
  if (random.chance(0.25)) {
    wait(life);
    record(life, 'save', creator);
  }
}

function tell(life: Life, story: PoStory, creator: Actor): void {
  const { random } = life.show;
  if (story === 'draft') return;
  if (story === 'voidDraft') return voidDocument(life, creator);
  submit(life, creator);
  switch (story) {
    case 'submitted':
      return;
    case 'pulled':
      return pull(life, creator);
    case 'revision':
      return revise(life);
    case 'resubmitted':
      revise(life);
      return submit(life, creator);
    case 'special':
      return void approve(life, { special: true });
    case 'atSecond':
      return approveUntil(life, 2);
    case 'atLast':
      return approveUntil(life, life.instance?.finalOrder ?? 1);
    case 'halfLast':
      approveUntil(life, life.instance?.finalOrder ?? 1);
      return void approve(life, { special: random.chance(0.3) });
    case 'voidInApproval':
      approveUntil(life, 2);
      return voidDocument(life, actorOf(waitingMembers(life)[0] ?? random.pick(life.show.approvers)));
    default:
      approveAll(life);
      if (random.chance(0.06)) mailPdf(life, creator);
      return afterApproval(life, story, creator);
  }
}

function afterApproval(life: Life, story: PoStory, creator: Actor): void {
  if (story === 'approved') return;
  if (story === 'voidApproved') return voidDocument(life, creator);
  if (story === 'twoChangeOrders') {
    changeOrder(life, 'approved');
    return changeOrder(life, 'submitted');
  }
  const [, change] = story.split(':');
  if (change) changeOrder(life, change as Parameters<typeof changeOrder>[1]);
}
