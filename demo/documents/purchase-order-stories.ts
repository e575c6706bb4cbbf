import { day } from '../clock.ts';
import type { ChangeOrderStory } from './change-orders.ts';
import type { DemoDocument } from './document-builder.ts';
import type { VendorKind } from './counterparties.ts';
import { drawStory } from './weighted-choice.ts';
import type { Weights } from './weighted-choice.ts';
import type { Show } from '../show/show.ts';

/** The course of a purchase order; `co:` is a change order of an approved one. */
export type PoStory =
  | 'draft'
  | 'voidDraft'
  | 'submitted'
  | 'pulled'
  | 'revision'
  | 'resubmitted'
  | 'special'
  | 'atSecond'
  | 'atLast'
  | 'halfLast'
  | 'voidInApproval'
  | 'approved'
  | 'voidApproved'
  | 'twoChangeOrders'
  | `co:${ChangeOrderStory}`;

export interface PoPlan {
  story: PoStory;
  /** Milliseconds: first save. */
  at: number;
  lines: number;
  vendor: VendorKind;
  /** No notes and no attachments, for large shows. */
  lean: boolean;
  departments?: readonly string[];
  /** First name of the creator; random if omitted. */
  by?: string;
  /** Slug of the workflow; by default that of the show. */
  flow?: string;
  minimumCents?: number;
  maximumCents?: number;
  /** Changes the drawn document before its first action. */
  prepare?: (document: DemoDocument) => void;
}

const weights: Weights<PoStory> = [
  ['draft', 9],
  ['voidDraft', 2],
  ['submitted', 11],
  ['pulled', 2],
  ['revision', 5],
  ['resubmitted', 4],
  ['atSecond', 8],
  ['atLast', 3],
  ['halfLast', 3],
  ['voidInApproval', 3],
  ['voidApproved', 2],
  ['twoChangeOrders', 1],
  ['co:draft', 2],
  ['co:submitted', 2],
  ['co:halfway', 2],
  ['co:approved', 3],
  ['co:voided', 2],
  ['co:revision', 1],
  ['co:discarded', 1],
  ['co:pulled', 1],
];

/** Returns the age in days before the anchor; open documents are recent, finished ones may be old. */
function ageOf(show: Show, story: PoStory): number {
  const { random } = show;
  if (story === 'approved' || story.startsWith('void') || story === 'co:approved') return random.int(20, 118);
  if (story.startsWith('co:') || story === 'twoChangeOrders') return random.int(25, 90);
  return random.int(2, 21);
}

function vendorFor(show: Show, story: PoStory): VendorKind {
  const { random, settings } = show;
  const endsApproved = /approved|^co:|twoChange|Approved|halfLast/.test(story);
  // With replacePoTempVendors no temporary vendor passes the final step (DEC-33).
  if (random.chance(0.12) && !(endsApproved && settings.replacePoTempVendors)) return 'temporary';
  return random.chance(0.04) ? 'inactive' : 'active';
}

export function poPlan(show: Show, story: PoStory, fixed: Partial<PoPlan> = {}): PoPlan {
  const { random } = show;
  return {
    story,
    at: show.anchor - ageOf(show, story) * day - random.int(1, day),
    lines: random.int(1, 5),
    vendor: vendorFor(show, story),
    lean: false,
    // The highest level of Low Gravity ends at 100,000.
    ...(show.plan.id === 'lowgravity' ? { maximumCents: 2_000_000 } : {}),
    ...fixed,
  };
}

/** Plans every story at least once, the rest by weight; sorted by age, which is the order of their numbers. */
export function poPlans(show: Show, count: number): PoPlan[] {
  const plans = [...queueOfTheLineProducer(show), ...ownDocuments(show)];
  for (const [story] of weights) plans.push(poPlan(show, story));
  while (plans.length < count) plans.push(poPlan(show, drawStory(show.random, weights)));
  return plans.toSorted((a, b) => a.at - b.at);
}

/**
 * Orders written by approvers themselves (DEC-97). The Velvet Cartographer lets them approve their own, Harbour Nine up
 * to 5,000, Low Gravity never. Two orders have too few approvers: one lacks its own writer, the other a former member.
 */
function ownDocuments(show: Show): PoPlan[] {
  const own = (by: string, fixed: Partial<PoPlan>) =>
    poPlan(show, 'submitted', { vendor: 'active', by, ...fixed });
  switch (show.plan.id) {
    case 'velvetmap':
      return [own('Annelise', { departments: ['art'] })];
    case 'harbour9':
      return [
        own('Beatrix', { departments: ['art'], maximumCents: 400_000 }),
        own('Beatrix', { departments: ['art'], minimumCents: 600_000 }),
      ];
    case 'lowgravity':
      return [
        own('Aisha', { departments: ['post'] }),
        own('Tessa', { departments: ['art'], flow: 'studio-orders' }),
      ];
    default:
      return [];
  }
}

/**
 * Northern Lights: some twenty orders wait for Priya, a few of them after a special approver; some wait for Marcus and
 * executives.
 */
function queueOfTheLineProducer(show: Show): PoPlan[] {
  if (show.plan.id !== 'nlite') return [];
  const within = { maximumCents: 2_400_000 };
  return [
    ...Array.from({ length: 5 }, (_, n) =>
      poPlan(show, 'atSecond', { ...within, vendor: n === 4 ? 'temporary' : 'active' }),
    ),
    ...Array.from({ length: 3 }, () =>
      poPlan(show, 'special', {
        ...within,
        vendor: 'active',
        departments: ['locations', 'transpo', 'production'],
      }),
    ),
    ...Array.from({ length: 4 }, () =>
      poPlan(show, 'halfLast', { minimumCents: 2_600_000, vendor: 'active' }),
    ),
  ];
}
