import { parse } from 'valibot';
import type { Locator } from 'vitest/browser';
import { bulkRequest } from '#domain/bulk-approval/bulk';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk';
import type { Payment } from '#domain/payments/payment';
import { fromCents } from '#domain/values/money';
import type { World } from './api/default-answers.ts';
import type { FakeApi } from './api/fake-api.ts';
import { approvedPayment, paymentRow, submittedPayment } from './fixtures/payments.ts';
import { openList } from './pages/lists.ts';
import type { App, AppOptions } from './open-app.ts';
import type { Page } from './page.ts';

const start = 'POST /api/workflows/bulk-approval';
const ofRun = '/api/workflows/bulk-approval/:runId';

interface Problem {
  code: string;
  message: string;
}

/** Payments that wait for marcus: $10.00, $10.01 and so on. */
export function waitingPayments(count: number): Payment[] {
  return Array.from({ length: count }, (_, at) => submittedPayment({ totalCost: fromCents(1000 + at) }));
}

/** Bulk approvals as the Worker answers them: a run ends with the call that starts it, unless the test lets it go on. */
export class FakeBulkRuns {
  /** Why a payment fails, by its id. */
  readonly failures = new Map<string, Problem>();
  /** What accounting says of a payment that is approved all the same. */
  readonly warnings = new Map<string, Problem>();
  /** A run that is begun goes on until `end`. */
  goesOn = false;
  run: BulkRun | null = null;
  /** Called with each payment that was approved, which the realtime channel announces. */
  onApproved: (payment: Payment) => void = () => undefined;
  readonly #world: World;

  constructor(api: FakeApi, world: World) {
    this.#world = world;
    api.on(start, ({ body }) => this.#begin(body));
    api.on('GET /api/workflows/bulk-approval', () => ({ runId: this.run?.runId ?? null }));
    api.on(`GET ${ofRun}`, () => this.#stored());
    api.on(`DELETE ${ofRun}`, () => {
      this.run = { ...this.#stored(), status: 'canceled' };
      return this.#progress();
    });
    api.on(`POST ${ofRun}/seen`, ({ params }) => {
      this.run = null;
      return { runId: params['runId'] ?? '' };
    });
    api.on(`POST ${ofRun}/retry`, () => {
      const { failed } = this.#stored();
      this.run = { ...this.#stored(), status: 'in_progress', failed: [], isRetry: true };
      if (!this.goesOn) this.end(failed.map(({ id }) => id));
      return this.#progress();
    });
  }

  /** The run ends: each of these payments, by default all of it, is approved or fails. */
  end(ids: readonly string[] = this.#stored().items.map(({ id }) => id)): void {
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

  #begin(body: unknown): BulkProgress {
    const { items, allSelected, filters, excludedIds } = parse(bulkRequest, body);
    const waiting = this.#world.payments.filter((one) => paymentRow(one, this.#world.person).isWaiting);
    const picked = allSelected
      ? waiting.filter(({ id }) => !excludedIds.includes(id)).map(({ id }) => id)
      : items.map(({ id }) => id);
    const total = picked.length;
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
      items: picked.map((id) => ({ id, workflowStepId: 'step', contentVersion: 1 })),
      payments: [],
      allSelected,
      filters,
      isRetry: false,
    };
    if (!this.goesOn) this.end();
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
      ...rest
    } = this.#stored();
    return rest;
  }
}

export interface BulkApp extends App {
  runs: FakeBulkRuns;
}

/** The queue of marcus with these payments, whose bulk approvals are answered. */
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
  const [own] = runs;
  const [first] = payments;
  if (!own || !first) throw new Error('There are no payments');
  own.onApproved = ({ id, showId, version, status, submissionStatus }) =>
    app.channel.push('document_changed', {
      docType: 'PAYMENT',
      id,
      showId,
      version,
      status,
      submissionStatus,
    });
  await boxOf(app.page, first).waitFor();
  return { ...app, runs: own };
}

/** The calls that have begun a run so far. */
export function starts({ api }: Pick<App, 'api'>) {
  return api.calls(start);
}

/** The box of a payment, on its row or its card. */
export function boxOf(page: Page, { number }: Pick<Payment, 'number'>): Locator {
  return page.getByRole('checkbox', { name: `Select Payment #${number}` });
}

/** Ticks or unticks a box as a hand does: the box that is drawn covers the one that is read aloud. */
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

/** What stands in the corner while a run goes on, and until its end has been seen. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk approval' });
}
