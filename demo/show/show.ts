import { idIn } from '#domain/values/ids';
import { isApprover, permissionMatrix } from '#domain/identity/permissions';
import type { Settings } from '#domain/settings';
import { parseSettings } from '#domain/settings';
import {
  addresses,
  categories,
  departmentMembers,
  departments,
  showSettings,
} from '#store/show/tables/reference-tables';
import { addAccounts } from './accounts.ts';
import type { Chart } from './accounts.ts';
import type { Assets, Upload } from '../assets.ts';
import { day, instant, uuidAt } from '../clock.ts';
import { addCompanies } from './companies.ts';
import type { Company } from './companies.ts';
import {
  categoryNames,
  departmentKeys,
  departmentPlans,
  inactiveCategoryName,
  wrappedDepartment,
} from './departments.ts';
import type { DepartmentKey } from './departments.ts';
import { addPeriods } from './periods.ts';
import { addRates } from './rates.ts';
import type { Rates } from './rates.ts';
import { addBanks, addFlows } from './workflows.ts';
import type { Bank, Flow } from './workflows.ts';
import { people } from './people.ts';
import type { Person, DemoMembership } from './people.ts';
import { locations } from './locations.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { Rows } from '../rows.ts';
import type { Currency, ShowPlan } from './show-plans.ts';
import { addTaxForms, addTerms } from './show-files.ts';
import { addVendors } from './vendors.ts';
import type { Vendor } from './vendors.ts';

export interface Member {
  person: Person & { name: string };
  membership: DemoMembership;
}

export interface Department {
  key: DepartmentKey;
  id: string;
  name: string;
  prefix: string;
  account: number;
  /** Active members (DEC-21). */
  memberIds: readonly string[];
}

/** A show while its reference data is being created. */
export interface Draft {
  plan: ShowPlan;
  random: Random;
  rows: Rows;
  assets: Assets;
  uploads: Upload[];
  baseCurrency: Currency;
  /** The reference instant of all times, and the creation of the show; milliseconds. */
  anchor: number;
  openedAt: number;
  openedAtText: string;
  members: readonly Member[];
  /** Active members who may create purchase orders. */
  creators: readonly Member[];
  /** Active members who may create invoices. */
  invoiceCreators: readonly Member[];
  newId(at: number): string;
}

/** A show that is ready for documents. */
export interface Show extends Draft {
  settings: Settings;
  departments: readonly Department[];
  categoryIds: readonly string[];
  billToIds: readonly string[];
  shipToIds: readonly string[];
  vendors: readonly Vendor[];
  companies: readonly Company[];
  chart: Chart;
  banks: readonly Bank[];
  rates: Rates;
  flows: readonly Flow[];
  activeUserIds: readonly string[];
  approvers: readonly Member[];
}

export function openShow(plan: ShowPlan, seed: string, anchor: number, assets: Assets): Show {
  const draft = draftOf(plan, seed, anchor, assets);
  const departmentList = addDepartments(draft);
  const vendors = addVendors(draft);
  const companies = addCompanies(draft);
  const chart = addAccounts(draft);
  const banks = addBanks(draft);
  const flows = addFlows(draft, banks);
  addTerms(draft, companies);
  addTaxForms(draft, vendors);
  addPeriods(draft, companies);
  addSettings(draft, flows);
  return {
    ...draft,
    settings: parseSettings(plan.settings),
    departments: departmentList,
    categoryIds: addCategories(draft),
    billToIds: addAddresses(draft, 'BILL_TO', ['Production Accounting', 'Studio Accounts Payable']),
    shipToIds: addAddresses(
      draft,
      'SHIP_TO',
      ['Production Office', 'Stage 4 Loading Dock', 'Construction Mill'],
      plan.shipTosInUse,
    ),
    vendors,
    companies,
    chart,
    banks,
    rates: addRates(draft),
    flows,
    activeUserIds: draft.members
      .filter(({ membership }) => membership.isActive)
      .map(({ person }) => person.id),
    approvers: draft.members.filter(({ membership }) => membership.isActive && isApprover(membership.role)),
  };
}

function draftOf(plan: ShowPlan, seed: string, anchor: number, assets: Assets): Draft {
  const random = randomFrom(`${seed}/${plan.id}`);
  const members = membersOf(plan.id);
  const active = members.filter(({ membership }) => membership.isActive && membership.departments.length > 0);
  const openedAt = anchor - 130 * day;
  return {
    plan,
    random,
    rows: new Rows(),
    assets,
    uploads: [],
    baseCurrency: plan.currencies[0] ?? 'USD',
    anchor,
    openedAt,
    openedAtText: instant(openedAt),
    members,
    creators: active.filter(
      ({ membership }) => permissionMatrix[membership.role].CreatePurchaseOrders === 'FULL',
    ),
    invoiceCreators: active.filter(
      ({ membership }) => permissionMatrix[membership.role].CreateInvoices === 'FULL',
    ),
    newId: (at) => idIn(plan.id, uuidAt(random, at)),
  };
}

function membersOf(showId: string): Member[] {
  return people.flatMap((person) =>
    person.memberships
      .filter((membership) => membership.showId === showId)
      .map((membership) => ({
        membership,
        person: { ...person, name: `${person.firstName} ${person.lastName}` },
      })),
  );
}

function addDepartments(show: Draft): Department[] {
  const key = { showId: show.plan.id };
  const made = departmentKeys.map((name): Department => {
    const inside = show.members.filter(({ membership }) => membership.departments.includes(name));
    const id = show.newId(show.openedAt);
    const { prefix, account, ...plan } = departmentPlans[name];
    // Sound may only use its own account and insurance codes; the others may use all (DEC-52).
    const accountCodes = name === 'sound' ? { ACCOUNT: ['3101', '3102', '3105'] } : {};
    show.rows.add(departments, { ...key, id, name: plan.name, poNumberPrefix: prefix, accountCodes });
    for (const { person, membership } of inside)
      show.rows.add(departmentMembers, {
        ...key,
        departmentId: id,
        userId: person.id,
        isActive: membership.isActive,
      });
    const memberIds = inside.filter(({ membership }) => membership.isActive).map(({ person }) => person.id);
    return { key: name, id, name: plan.name, prefix, account, memberIds };
  });
  show.rows.add(departments, {
    ...key,
    id: show.newId(show.openedAt),
    name: wrappedDepartment.name,
    poNumberPrefix: wrappedDepartment.prefix,
    isActive: false,
  });
  return made;
}

function addCategories(show: Draft): string[] {
  const add = (name: string, isActive: boolean): string => {
    const id = show.newId(show.openedAt);
    show.rows.add(categories, { id, showId: show.plan.id, name, isActive });
    return id;
  };
  add(inactiveCategoryName, false);
  return categoryNames.map((name) => add(name, true));
}

/** Adds the show's addresses, of which the first `inUse` are active; by default all but one (MG-16). */
function addAddresses(
  show: Draft,
  addressType: 'BILL_TO' | 'SHIP_TO',
  names: readonly string[],
  inUse = Math.max(1, names.length - 1),
): string[] {
  const where = locations[show.baseCurrency];
  const [city, state, zip] = where.cities[0] ?? ['', '', ''];
  return names.flatMap((name, n) => {
    const id = show.newId(show.openedAt);
    const isActive = n < inUse;
    show.rows.add(addresses, {
      id,
      showId: show.plan.id,
      addressType,
      name,
      address1: `${100 + n * 20} ${where.streets[n] ?? ''}`,
      city,
      state,
      zip,
      isActive,
    });
    return isActive ? [id] : [];
  });
}

function addSettings(show: Draft, flows: readonly Flow[]): void {
  const firstOf = (type: Flow['type']): string | null => flows.find((flow) => flow.type === type)?.id ?? null;
  show.rows.add(showSettings, {
    showId: show.plan.id,
    settings: parseSettings(show.plan.settings),
    defaultPurchaseOrderWorkflowId: firstOf('PURCHASE_ORDER'),
    defaultInvoiceWorkflowId: firstOf('INVOICE'),
    defaultPaymentWorkflowId: firstOf('PAYMENT'),
    // Documents are written as rows: the sweep counts them for budgets.
    countVersion: 0,
  });
}
