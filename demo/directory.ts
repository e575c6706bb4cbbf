import type { Milestone } from '#domain/document';
import { isApprover, voidTogglesFor } from '#domain/identity/permissions';
import { defaultScope } from '#domain/management/user';
import { memberships, recentShows, shows, studios, users } from '#store/directory/tables';
import { day, instant } from './clock.ts';
import { people } from './show/people.ts';
import type { Person, DemoMembership } from './show/people.ts';
import type { Rows } from './rows.ts';
import { showPlans, studioPlans } from './show/show-plans.ts';
import type { ShowPlan } from './show/show-plans.ts';

/**
 * The password `backlot-demo` of every demo account: scrypt with a fixed salt, so that the same seed gives the same
 * studio, and at a low cost, since the password is public.
 */
const demoPasswordHash =
  'scrypt$1024$8$1$b0f699d0d269e71683be0b9399b0f654$d5a19cd9e75d5718c2cf2e207519fb77db493544545bafe0333dc0f9fd813ff4';

/** Users who see PO numbers only from a milestone of their own on (DEC-17). */
const numbersFrom: Readonly<Record<string, Milestone>> = {
  Watanabe: 'SUBMITTED_FOR_APPROVAL',
  Boateng: 'SPECIAL_APPROVAL',
  Beck: 'FULL_APPROVAL',
};

/** Adds users, studios, shows and memberships of the standard studio. */
export function addDirectory(rows: Rows, anchor: number): void {
  rows.add(studios, ...studioPlans);
  for (const plan of showPlans) addShow(rows, plan, anchor);
  const standard = new Set(showPlans.map(({ id }) => id));
  for (const person of people) {
    const standardMemberships = person.memberships.filter(({ showId }) => standard.has(showId));
    if (standardMemberships.length > 0) addPerson(rows, person, standardMemberships, anchor);
  }
}

export function addShow(rows: Rows, plan: ShowPlan, anchor: number): void {
  rows.add(shows, {
    id: plan.id,
    studioId: plan.studioId,
    slug: plan.slug,
    name: plan.name,
    license: plan.license,
    shard: plan.shard,
    accountingSystem: plan.system,
    features: [...plan.features],
    createdAt: instant(anchor - 130 * day),
  });
}

export function addPerson(
  rows: Rows,
  person: Person,
  personMemberships: readonly DemoMembership[],
  anchor: number,
): void {
  const { memberships: _memberships, ...columns } = person;
  rows.add(users, {
    ...columns,
    passwordHash: demoPasswordHash,
    consolidatePoEmails: person.firstName === 'Grace' || person.firstName === 'Alistair',
    consolidateInvoiceEmails: person.firstName === 'Grace',
    dateFormat: person.firstName === 'Imogen' ? 'DD_MM_YYYY' : null,
    createdAt: instant(anchor - 140 * day),
  });
  personMemberships.forEach((membership, n) => {
    addMembership(rows, person, membership);
    rows.add(recentShows, {
      userId: person.id,
      showId: membership.showId,
      viewedAt: instant(anchor - (n + 1) * day),
    });
  });
}

export function addMembership(rows: Rows, person: Person, membership: DemoMembership): void {
  const { role } = membership;
  const isAccountant = membership.departments.includes('accounting');
  const seesAll = membership.duties.some((duty) => duty !== 'head') || isAccountant;
  const visibility = seesAll ? 'ALL' : defaultScope[role];
  rows.add(memberships, {
    showId: membership.showId,
    userId: person.id,
    role,
    purchaseOrderVisibility: visibility,
    invoiceVisibility: visibility,
    isActive: membership.isActive,
    invoiceModuleVisible: role !== 'PO Creator',
    paymentModuleVisible: isApprover(role) || isAccountant,
    sendUnapprovedPurchaseOrders: isAccountant,
    displayPoNumbers: numbersFrom[person.lastName] ?? null,
    specialApprover: membership.special,
    ...voidTogglesFor(role),
    readBudget: isAccountant || membership.duties.includes('lp'),
  });
}
