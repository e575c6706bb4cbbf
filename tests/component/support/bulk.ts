import { parse } from 'valibot';
import type { Locator } from 'vitest/browser';
import { bulkRequest } from '#domain/bulk-approval/bulk';
import { previewRequest } from '#domain/bulk-approval/bulk-preview';
import type { BulkPreview, PreviewRequest } from '#domain/bulk-approval/bulk-preview';
import { fromCents } from '#domain/values/money';
import type { World } from './api/default-stubs.ts';
import type { FakeApi } from './api/fake-api.ts';
import { approvedPayment, paymentRow, submittedPayment } from './fixtures/payments.ts';
import { openList } from './pages/lists.ts';
import type { App, AppOptions } from './open-app.ts';
import type { Page } from './page.ts';
import type { Payment } from '#domain/payments/payment-response';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';

const startRoute = 'POST /api/workflows/bulk-approval';
const previewRoute = 'POST /api/workflows/bulk-approval/preview';
const runPath = '/api/workflows/bulk-approval/:runId';

interface Problem {
  code: string;
  message: string;
}

/** Returns submitted payments that wait for marcus: $10.00, $10.01 and so on. */
export function waitingPayments(count: number): Payment[] {
  return Array.from({ length: count }, (_, at) => submittedPayment({ totalCost: fromCents(1000 + at) }));
}

/** Fakes the bulk approval routes. A run finishes within the call that starts it, unless `staysInProgress` is set. */
export class FakeBulkRuns {
  /** The reasons why payments fail, by payment id. */
  readonly failures = new Map<string, Problem>();
  /** Warnings from accounting about payments that are approved nevertheless, by payment id. */
  readonly warnings = new Map<string, Problem>();
  /** Keeps a started run in progress until `finish` is called. */
  staysInProgress = false;
  run: BulkRun | null = null;
  /** Answers previews; by default nothing is left out. */
  preview = ({ docType }: PreviewRequest): BulkPreview => ({
    docType,
    documents: [],
    leftOut: [],
    missing: [],
    isPartial: false,
  });
  /** Called with each approved payment, so that a test can announce it on the realtime channel. */
  onApproved: (payment: Payment) => void = () => undefined;
  readonly #world: World;

  constructor(api: FakeApi, world: World) {
    this.#world = world;
    api.on(startRoute, ({ body }) => this.#start(body));
    api.on(previewRoute, ({ body }) => this.preview(parse(previewRequest, body)));
    api.on('GET /api/workflows/bulk-approval', () => ({ runId: this.run?.runId ?? null }));
    api.on(`GET ${runPath}`, () => this.#stored());
    api.on(`DELETE ${runPath}`, () => {
      this.run = { ...this.#stored(), status: 'canceled' };
      return this.#progress();
    });
    api.on(`POST ${runPath}/seen`, ({ params }) => {
      this.run = null;
      return { runId: params['runId'] ?? '' };
    });
    api.on(`POST ${runPath}/retry`, () => {
      const { failed } = this.#stored();
      this.run = { ...this.#stored(), status: 'in_progress', failed: [], isRetry: true };
      if (!this.staysInProgress) this.finish(failed.map(({ id }) => id));
      return this.#progress();
    });
  }

  /** Finishes the run: approves or fails the payments with these ids, by default all of the run. */
  finish(ids: readonly string[] = this.#stored().items.map(({ id }) => id)): void {
    const run = this.#stored();
    const problems = (from: ReadonlyMap<string, Problem>) =>
      ids.flatMap((id) => (from.has(id) ? [{ id, code: '', message: '', ...from.get(id) }] : []));
    const failed = problems(this.failures);
    const success = [...run.success, ...ids.filter((id) => !this.failures.has(id))];
    const warnings = [...run.warnings, ...problems(this.warnings)];
    for (const one of this.#world.payments.filter(({ id }) => success.includes(id))) this.#approve(one);
    this.run = {
      ...run,
      status: failed.length > 0 ? 'error' : 'success',
      success,
      failed,
      warnings,
      numSuccess: success.length,
      numFailure: failed.length,
      batchesComplete: run.totalBatches,
      payments: this.#world.payments
        .filter(({ id }) => [...failed, ...warnings].some((one) => one.id === id))
        .map(({ id, number, payeeName, totalCost, currency }) => ({
          id,
          number,
          payeeName,
          totalCost,
          currency,
        })),
    };
  }

  #approve({ id, number, totalCost, vendorName }: Payment): void {
    const approved = approvedPayment({ id, number, totalCost, vendorName });
    this.#world.payments = this.#world.payments.map((one) => (one.id === id ? approved : one));
    this.onApproved(approved);
  }

  #start(body: unknown): BulkProgress {
    const { items, allSelected, filters, excludedIds } = parse(bulkRequest, body);
    const queue = this.#world.payments.filter((one) => paymentRow(one, this.#world.person).isWaiting);
    const selectedIds = allSelected
      ? queue.filter(({ id }) => !excludedIds.includes(id)).map(({ id }) => id)
      : items.map(({ id }) => id);
    const total = selectedIds.length;
    this.run = {
      runId: 'nlite_run',
      status: 'in_progress',
      total,
      numSuccess: 0,
      numFailure: 0,
      batchesComplete: 0,
      totalBatches: Math.ceil(total / 10),
      success: [],
      failed: [],
      warnings: [],
      items: selectedIds.map((id) => ({ id, workflowStepId: 'step', contentVersion: 1 })),
      payments: [],
      allSelected,
      filters,
      isRetry: false,
    };
    if (!this.staysInProgress) this.finish();
    return this.#progress();
  }

  #stored(): BulkRun {
    if (!this.run) throw new Error('There is no run');
    return this.run;
  }

  #progress(): BulkProgress {
    const {
      items: _,
      payments: _named,
      allSelected: _all,
      filters: _narrowed,
      isRetry: _again,
      ...progress
    } = this.#stored();
    return progress;
  }
}

export interface BulkApp extends App {
  runs: FakeBulkRuns;
}

/** Opens the queue of marcus with these payments and fakes the bulk approval routes. */
export async function openQueue(
  payments: readonly Payment[],
  options: Omit<AppOptions, 'payments' | 'api'> = {},
): Promise<BulkApp> {
  const runs: FakeBulkRuns[] = [];
  const app = await openList('/approvals/payments', {
    as: 'marcus',
    payments: [...payments],
    ...options,
    api: (api, world) => void runs.push(new FakeBulkRuns(api, world)),
  });
  const [firstRuns] = runs;
  const [first] = payments;
  if (!firstRuns || !first) throw new Error('There are no payments');
  firstRuns.onApproved = ({ id, showId, version, status, submissionStatus }) =>
    app.channel.push('document_changed', {
      docType: 'PAYMENT',
      id,
      showId,
      version,
      status,
      submissionStatus,
    });
  await checkboxOf(app.page, first).waitFor();
  return { ...app, runs: firstRuns };
}

/** Returns the calls that started a run. */
export function startCalls({ api }: Pick<App, 'api'>) {
  return api.calls(startRoute);
}

/** The checkbox of a payment, on its row or its card. */
export function checkboxOf(page: Page, { number }: Pick<Payment, 'number'>): Locator {
  return page.getByRole('checkbox', { name: `Select Payment #${number}` });
}

/** Clicks the label of a checkbox, because the drawn box covers the native input. */
export async function tick(box: Locator): Promise<void> {
  await box.locator('xpath=ancestor::label').click();
}

export function selectAll(page: Page): Locator {
  return page.getByRole('checkbox', { name: 'Select all' });
}

export function selectionBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Selection' });
}

export function approveButton(page: Page): Locator {
  return selectionBar(page).getByRole('button', { name: 'Approve' });
}

/** The panel in the corner that shows a run until the user has seen its result. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk approval' });
}
