import type { AccountingSystem, Milestone } from '#domain/document';
import type { Settings } from '#domain/settings';

export type Currency = 'USD' | 'CAD' | 'GBP' | 'EUR';
/** Also of vendors abroad. */
export type AnyCurrency = Currency | 'HUF';

interface StudioPlan {
  id: string;
  name: string;
  division: string;
}

/** The fixed properties of a show; all others are drawn from the seed. */
export interface ShowPlan {
  id: string;
  slug: string;
  name: string;
  studioId: string;
  license: string;
  shard: number;
  system: AccountingSystem;
  /** The first is the base currency. */
  currencies: readonly Currency[];
  /** Currencies without a bank account. */
  furtherCurrencies?: readonly AnyCurrency[];
  features: readonly ('APPA' | 'APIA')[];
  settings: Partial<Settings>;
  /** 1 for a feature. */
  episodes: number;
  counts: { purchaseOrders: number; invoices: number; payments: number };
  /** Number of active ship-to addresses; by default all but one. */
  shipTosInUse?: number;
}

export const studioPlans: readonly StudioPlan[] = [
  { id: 'studio-halcyon', name: 'Halcyon Street Pictures', division: 'Motion Pictures' },
  { id: 'studio-larkspur', name: 'Larkspur Television', division: 'Scripted Series' },
];

const modules = { invoiceModuleVisible: true, paymentModuleVisible: true } as const;
const firstApproval: Milestone = 'FIRST_APPROVAL';

export const showPlans: readonly ShowPlan[] = [
  {
    id: 'nlite',
    slug: 'northern-lights',
    name: 'Northern Lights',
    studioId: 'studio-halcyon',
    license: 'HSP-SA-1041',
    shard: 0,
    system: 'SA',
    currencies: ['USD', 'CAD'],
    furtherCurrencies: ['EUR', 'HUF'],
    features: ['APIA', 'APPA'],
    settings: {
      ...modules,
      baseCurrency: 'USD',
      accountingPeriods: true,
      budgetOnDecision: 'ANSWER',
      vendorEmailAutoSendEnabled: true,
      updateRentalQuantity: true,
      displayReliefIndicatorsPdf: true,
    },
    episodes: 8,
    counts: { purchaseOrders: 130, invoices: 90, payments: 45 },
  },
  {
    id: 'tidewater',
    slug: 'the-tidewater-ledger',
    name: 'The Tidewater Ledger',
    studioId: 'studio-halcyon',
    license: 'HSP-V5-0877',
    shard: 1,
    system: 'V5',
    currencies: ['USD'],
    features: ['APIA'],
    settings: {
      invoiceModuleVisible: true,
      replacePoTempVendors: false,
      archiveVoidedItems: true,
      resetApprovalOnEdit: false,
      poNumberStart: 1000,
    },
    episodes: 1,
    counts: { purchaseOrders: 70, invoices: 45, payments: 0 },
    // A copy of an order with an inactive address has a single choice (PO-42).
    shipTosInUse: 1,
  },
  {
    id: 'ambercanyon',
    slug: 'amber-canyon',
    name: 'Amber Canyon',
    studioId: 'studio-halcyon',
    license: 'HSP-GV-2210',
    shard: 0,
    system: 'GV',
    currencies: ['CAD', 'USD'],
    features: ['APIA', 'APPA'],
    settings: {
      ...modules,
      sendUnapprovedPurchaseOrders: true,
      approvalFlowPaymentSelectionEnabled: true,
      displayPoNumbers: firstApproval,
      overReliefMode: 'REFUSE',
    },
    episodes: 10,
    counts: { purchaseOrders: 70, invoices: 45, payments: 30 },
  },
  {
    id: 'harbour9',
    slug: 'harbour-nine',
    name: 'Harbour Nine',
    studioId: 'studio-larkspur',
    license: 'LKT-SA-0312',
    shard: 1,
    system: 'SA',
    currencies: ['GBP', 'EUR'],
    features: ['APIA', 'APPA'],
    settings: {
      ...modules,
      preventSelfApproval: true,
      selfApprovalLimit: 5_000,
      replacePoTempVendors: false,
      vendorEmailAutoSendEnabled: true,
      overReliefMode: 'REFUSE',
      overReliefToleranceAmount: 50,
      overReliefTolerancePercent: 2,
    },
    episodes: 6,
    counts: { purchaseOrders: 70, invoices: 45, payments: 30 },
  },
  {
    id: 'velvetmap',
    slug: 'the-velvet-cartographer',
    name: 'The Velvet Cartographer',
    studioId: 'studio-larkspur',
    license: 'LKT-V5-0455',
    shard: 0,
    system: 'V5',
    currencies: ['EUR', 'GBP'],
    features: ['APPA'],
    settings: {
      paymentModuleVisible: true,
      purchaseOrderRelieveResources: false,
      updateRentalQuantity: true,
    },
    episodes: 1,
    counts: { purchaseOrders: 60, invoices: 0, payments: 25 },
  },
  {
    id: 'lowgravity',
    slug: 'low-gravity',
    name: 'Low Gravity',
    studioId: 'studio-larkspur',
    license: 'LKT-GV-0519',
    shard: 1,
    system: 'GV',
    currencies: ['USD', 'CAD'],
    features: [],
    settings: { preventSelfApproval: true, displayReliefIndicatorsApp: false },
    episodes: 12,
    counts: { purchaseOrders: 60, invoices: 0, payments: 0 },
  },
];

/**
 * The additional show of any size (`--documents`): documents without notes and attachments, one workflow, one company.
 */
export const volumePlan: ShowPlan = {
  id: 'longseason',
  slug: 'the-long-season',
  name: 'The Long Season',
  studioId: 'studio-halcyon',
  license: 'HSP-SA-9000',
  shard: 1,
  system: 'SA',
  currencies: ['USD'],
  features: ['APIA', 'APPA'],
  settings: { ...modules },
  episodes: 22,
  counts: { purchaseOrders: 0, invoices: 0, payments: 0 },
};
