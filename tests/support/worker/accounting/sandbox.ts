import { env } from 'cloudflare:workers';
import { accountingFor, type AccountingOptions } from '#edges/accounting/open';
import type { AccountingInvoice, AccountingPo } from '#edges/accounting/port';
import { signatureOf } from '#edges/accounting/signature';
import type { AccountingSystem } from '#domain/document';
import { sandbox } from '../../../../sandbox/app.ts';
import type { SandboxEnv } from '../../../../sandbox/env.ts';
import { licenses, loadBooks } from './sandbox-books.ts';

export const ledger = (env as unknown as SandboxEnv).LEDGER;

const address = {
  ACCOUNTING_URL: 'http://accounting.test/sandbox',
  ACCOUNTING_SECRET: 'secret-of-the-tests',
};

/** Calls the sandbox in place of the network: the call fails at the caller's timeout, as a socket does. */
export async function fetchSandbox(request: Request): Promise<Response> {
  const answer = Promise.resolve(sandbox.fetch(request, { ...address, LEDGER: ledger }));
  const given = new Promise<never>((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });
  return Promise.race([answer, given]);
}

/** Creates the data; call it once per file. */
export const openBooks = () => loadBooks(ledger);

/** The product's own adapter, with a short timeout. */
export function accountingOf(system: AccountingSystem, means: AccountingOptions = {}) {
  const quick = { fetch: fetchSandbox, timeLimitMs: 2_000, pausesMs: [1] };
  return accountingFor(
    address,
    { license: licenses[system], accountingSystem: system },
    { ...quick, ...means },
  );
}

/** A signed call that the adapter does not make: switches, ledger, or an invalid request. */
export async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body = '',
  bend: { timestamp?: number; signedBody?: string; key?: string; signedPath?: string; secret?: string } = {},
): Promise<Response> {
  const url = new URL(address.ACCOUNTING_URL + path);
  const timestamp = bend.timestamp ?? Math.floor(Date.now() / 1000);
  const signature = await signatureOf(bend.secret ?? address.ACCOUNTING_SECRET, {
    method,
    url: bend.signedPath === undefined ? url : new URL(address.ACCOUNTING_URL + bend.signedPath),
    timestamp,
    idempotencyKey: bend.key ?? '',
    body: bend.signedBody ?? body,
  });
  const headers = new Headers({ 'X-Backlot-Timestamp': String(timestamp), 'X-Backlot-Signature': signature });
  if (bend.key !== undefined) headers.set('Idempotency-Key', bend.key);
  return fetchSandbox(new Request(url, { method, headers, ...(method === 'POST' ? { body } : {}) }));
}

/** Plans failures of the sandbox for a license. */
export async function plan(system: AccountingSystem, what: Record<string, unknown>): Promise<void> {
  const answer = await call('POST', `/licenses/${licenses[system]}/switches`, JSON.stringify(what));
  if (answer.status !== 204) throw new Error(await answer.text());
}

export async function ledgerOf(system: AccountingSystem, docId: string) {
  const answer = await call('GET', `/licenses/${licenses[system]}/ledger?docId=${docId}`);
  return (await answer.json<{ entries: { kind: string; body: unknown; totalCents: number }[] }>()).entries;
}

const header = {
  revision: 1,
  vendorExternalId: 'lumen',
  vendorAddressLineNumber: 1,
  companyExternalId: 'co1',
  projectCompanyExternalId: 'pc1',
  currencyCode: 'USD',
  currencyExternalId: 'usd1',
};

/** A valid purchase order of two lines, 1,234.50 in total. */
export function aPo(docId: string, own: Partial<AccountingPo> = {}): AccountingPo {
  return {
    ...header,
    docId,
    number: 'ART-00042',
    poDay: '2026-11-03',
    description: 'Set dressing, stage 4',
    changeOrderNumber: 0,
    totalCents: 123_450,
    lines: [
      {
        lineId: `${docId}-1`,
        lineNumber: 1,
        description: 'Sofas',
        quantityHundredths: 300,
        unitCostCents: 40_000,
        totalCents: 120_000,
        coding: { ACCOUNT: '6100', EPISODE: '101' },
        taxCode: 'T1',
        rental: null,
      },
      {
        lineId: `${docId}-2`,
        lineNumber: 2,
        description: 'Lamps, a week',
        quantityHundredths: 150,
        unitCostCents: 2_300,
        totalCents: 3_450,
        coding: { ACCOUNT: '', EPISODE: '101' },
        taxCode: null,
        rental: { rentalType: 'WEEKLY', startDay: '2026-11-03', endDay: '2026-11-12' },
      },
    ],
    ...own,
  };
}

/** An invoice of one line that relieves 200.00 of the first line of a posted purchase order. */
export function anInvoice(docId: string, poLineId: string | null): AccountingInvoice {
  return {
    ...header,
    docId,
    number: 'LR-1',
    invoiceDay: '2026-11-10',
    dueDay: '2026-12-10',
    description: 'Sofas, part delivery',
    totalCents: 20_000,
    lines: [
      {
        lineId: `${docId}-1`,
        lineNumber: 1,
        description: 'Sofa',
        totalCents: 20_000,
        coding: { ACCOUNT: '6100' },
        taxCode: null,
        relieves: poLineId === null ? null : { poLineId, glTransactionDetailExternalId: null },
      },
    ],
  };
}
