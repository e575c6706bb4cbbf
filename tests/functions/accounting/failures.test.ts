import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  accountingOf,
  aPo,
  anInvoice,
  call,
  ledgerOf,
  openBooks,
  fetchSandbox,
  plan,
} from '../../support/worker/accounting/sandbox.ts';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';

beforeAll(openBooks);
afterEach(async () => {
  await call('DELETE', `/licenses/${licenses.SA}/switches`);
});

const refusal = (message: string) => ({
  code: 'accounting_interface_error',
  status: 424,
  detail: { message },
});

const now = () => Math.floor(Date.now() / 1000);

async function underAnotherKey(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('Idempotency-Key', 'stolen:9');
  return fetchSandbox(new Request(request, { headers }));
}

/** Counts the attempts that are sent. */
function counted() {
  const seen: string[] = [];
  const fetch = async (request: Request) => {
    seen.push(request.headers.get('Idempotency-Key') ?? '');
    return fetchSandbox(request);
  };
  return { seen, books: accountingOf('SA', { fetch }) };
}

describe('AC-04, DEC-03: failures reach the caller as accounting_interface_error with a message', () => {
  test('AC-02: the message is that of the system', async () => {
    await plan('SA', { operation: 'po.push', mode: 'FAIL', status: 422, message: 'Period 11 is closed.' });
    const { books, seen } = counted();
    await expect(books.pushPo(aPo('closed'))).rejects.toMatchObject(refusal('Period 11 is closed.'));
    expect(seen).toEqual(['closed:1']);
    expect(await books.pushPo(aPo('closed'))).toMatchObject({ docId: 'closed' });
  });

  test('DEC-61: a 5xx is retried under the same key, and succeeds when the system recovers', async () => {
    await plan('SA', { operation: 'po.push', mode: 'FAIL', times: 2, status: 503, message: 'Busy.' });
    const { books, seen } = counted();
    expect(await books.pushPo(aPo('busy'))).toMatchObject({ docId: 'busy' });
    expect(seen).toEqual(['busy:1', 'busy:1', 'busy:1']);
  });

  test('DEC-61: after three attempts the last message is returned', async () => {
    await plan('SA', {
      operation: '*',
      mode: 'FAIL',
      times: 3,
      status: 500,
      message: 'Posting engine is down.',
    });
    const { books, seen } = counted();
    await expect(books.pushPo(aPo('down'))).rejects.toMatchObject(refusal('Posting engine is down.'));
    expect(seen).toHaveLength(3);
    expect(await ledgerOf('SA', 'down')).toEqual([]);
  });

  test('AC-04: without a message of the system there is a default message', async () => {
    await plan('SA', { operation: 'po.pull', mode: 'FAIL', status: 400 });
    await expect(accountingOf('SA').pullPo('x')).rejects.toMatchObject(
      refusal('The accounting system responded with status 400.'),
    );
  });

  test('DEC-61: a system slower than the time limit times out', async () => {
    await plan('SA', { operation: 'po.push', mode: 'DELAY', delayMs: 2_000 });
    const books = accountingOf('SA', { timeLimitMs: 100, attempts: 1 });
    await expect(books.pushPo(aPo('slow'))).rejects.toMatchObject(
      refusal('The accounting system did not respond in time.'),
    );
  });

  test('DEC-61: after a posting without a response the next attempt gets the first answer, and nothing is posted twice', async () => {
    await plan('SA', { operation: 'po.push', mode: 'STALL_AFTER_POSTING', delayMs: 2_000 });
    const state = await accountingOf('SA', { timeLimitMs: 400 }).pushPo(aPo('stalled'));
    expect(state).toMatchObject({ docId: 'stalled', revision: 1 });
    expect(await ledgerOf('SA', 'stalled')).toHaveLength(1);
  });

  test.each([
    ['po.push', () => accountingOf('SA').pushPo(aPo('garbled'))],
    ['vendor.list', () => accountingOf('SA').listVendors()],
    ['payment.list', () => accountingOf('SA').listPayments()],
  ] as const)('AC-04: half an answer to %s is no answer', async (operation, ask) => {
    await plan('SA', { operation, mode: 'GARBAGE' });
    await expect(ask()).rejects.toMatchObject(
      refusal('The accounting system sent a response that Backlot cannot read.'),
    );
  });

  test.each([
    [
      'a web page with 200',
      () => new Response('<h1>Welcome</h1>'),
      'The accounting system sent a response that Backlot cannot read.',
    ],
    [
      'JSON of another kind',
      () => Response.json({ purchaseOrder: { id: 7 } }),
      'The accounting system sent a response that Backlot cannot read.',
    ],
    [
      'a page that is missing',
      () => new Response('no such page', { status: 404 }),
      'The accounting system responded with status 404.',
    ],
    [
      'a redirect',
      () => Response.redirect('http://elsewhere.test/'),
      'The accounting system responded with status 302.',
    ],
  ])('AC-04: %s', async (_title, answer, message) => {
    const follows: string[] = [];
    const fetch = async (request: Request) => {
      follows.push(request.redirect);
      return answer();
    };
    await expect(accountingOf('SA', { fetch }).pullPo('x')).rejects.toMatchObject(refusal(message));
    expect(follows).toEqual(['manual']);
  });

  test('DEC-61: a network error is tried three times', async () => {
    let attempts = 0;
    const fetch = async () => {
      attempts += 1;
      throw new TypeError('Network connection lost.');
    };
    await expect(accountingOf('SA', { fetch }).listCompanies()).rejects.toMatchObject(
      refusal('The accounting system could not be reached.'),
    );
    expect(attempts).toBe(3);
  });
});

describe('AC-04, DEC-61: what accounting rejects', () => {
  const [line] = aPo('bad').lines;
  if (line === undefined) throw new Error('the PO has lines');
  const coded = (coding: Record<string, string>) => ({
    lines: [{ ...line, coding }],
    totalCents: line.totalCents,
  });

  test.each([
    ['an inactive vendor', { vendorExternalId: 'dormant' }, 'Vendor Dormant Drapes is inactive.'],
    ['an unknown vendor', { vendorExternalId: 'nobody' }, 'Unknown vendor nobody.'],
    ['an unknown company', { companyExternalId: 'co9' }, 'Unknown company co9.'],
    [
      'a currency that the company has not',
      { currencyCode: 'EUR' },
      'Company co1 does not keep books in EUR.',
    ],
    ['an unknown account', coded({ ACCOUNT: '9999' }), 'Line 1: unknown ACCOUNT code 9999.'],
    ['an inactive account', coded({ ACCOUNT: '6200' }), 'Line 1: ACCOUNT code 6200 is not active.'],
    ['a header account', coded({ ACCOUNT: '6000' }), 'Line 1: ACCOUNT code 6000 is a header.'],
    [
      'a total that is not the sum',
      { totalCents: 123_451 },
      'The total 1234.51 is not the sum of its lines, 1234.50.',
    ],
    [
      'an overlong description',
      { description: 'x'.repeat(46) },
      'The description is longer than 45 characters.',
    ],
    ['no lines', { lines: [], totalCents: 0 }, 'The document has no lines.'],
  ])('AC-04: %s', async (_title, own, message) => {
    await expect(accountingOf('SA').pushPo(aPo('bad', own))).rejects.toMatchObject(refusal(message));
    expect(await ledgerOf('SA', 'bad')).toEqual([]);
  });

  test('DEC-61: Vista5 takes 250 characters on a PO and 100 on an invoice', async () => {
    const v5 = accountingOf('V5');
    await v5.pushPo(aPo('long', { description: 'x'.repeat(250) }));
    const invoice = { ...anInvoice('long-inv', null), description: 'x'.repeat(101) };
    await expect(v5.pushInvoice(invoice)).rejects.toMatchObject(
      refusal('The description is longer than 100 characters.'),
    );
  });

  test('DEC-61: an invoice line cannot relieve a PO line that is not open', async () => {
    await expect(accountingOf('GV').pushInvoice(anInvoice('lost', 'no-such-line'))).rejects.toMatchObject(
      refusal('Line 1: its purchase order line is not open in the books.'),
    );
  });

  test('DEC-61: a PO with invoices cannot be removed', async () => {
    const gv = accountingOf('GV');
    await gv.pushPo(aPo('kept'));
    await gv.pushInvoice(anInvoice('kept-inv', 'kept-1'));
    await expect(gv.voidPo({ docId: 'kept', revision: 1, reason: 'No' })).rejects.toMatchObject(
      refusal('The purchase order has invoices against it.'),
    );
  });

  test('AC-01: a license is served only by its own system', async () => {
    const answer = await call('GET', `/v5/licenses/${licenses.SA}/purchase-orders/x`);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: 'License SA-100 is not kept in V5.' });
  });
});

describe('DEC-61: every request needs its exact signature', () => {
  const vendors = `/licenses/${licenses.SA}/vendors`;

  test.each([
    ['another secret', () => call('GET', vendors, '', { secret: 'guessed' })],
    ['another path', () => call('GET', vendors, '', { signedPath: `${vendors}?limit=1` })],
    [
      'another body',
      () => call('POST', `/licenses/${licenses.SA}/switches`, '{}', { signedBody: '{"times":1}' }),
    ],
    ['another license', () => call('GET', vendors, '', { signedPath: `/licenses/${licenses.GV}/vendors` })],
  ])('DEC-61: %s', async (_title, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'The signature does not match the request.' });
  });

  test.each([
    ['too old', -301],
    ['from the future', 301],
  ])('DEC-61: %s', async (_title, seconds) => {
    const answer = await call('GET', vendors, '', { timestamp: now() + seconds });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      message: 'The request was signed too long ago, or its clock is wrong.',
    });
    expect((await call('GET', vendors, '', { timestamp: now() - 200 })).status).toBe(200);
  });

  test('DEC-61: a request without a signature, or with a changed key, is refused', async () => {
    const bare = await fetchSandbox(new Request('http://accounting.test/sandbox/licenses'));
    expect(bare.status).toBe(401);
    expect(await bare.json()).toEqual({ message: 'The request is not signed.' });
    await expect(accountingOf('SA', { fetch: underAnotherKey }).pushPo(aPo('stolen'))).rejects.toMatchObject(
      refusal('The signature does not match the request.'),
    );
    expect(await accountingOf('SA').pullPo('stolen')).toBeNull();
  });

  test('DEC-61: a posting without an idempotency key, or of an unknown license, is refused', async () => {
    const path = `/sa/licenses/${licenses.SA}/purchase-orders/x/void`;
    const keyless = await call('POST', path, JSON.stringify({ revision: 1, reason: 'No' }));
    expect([keyless.status, await keyless.json()]).toEqual([400, { message: 'Idempotency-Key is missing.' }]);
    const lost = await call('GET', '/licenses/none/vendors');
    expect([lost.status, await lost.json()]).toEqual([403, { message: 'Unknown license none.' }]);
  });

  test('DEC-61: vendors are returned in pages', async () => {
    const page = await call('GET', `${vendors}?limit=2`);
    expect(await page.json()).toMatchObject({ next: 'dormant', vendors: [{ name: 'Anvil Props' }, {}] });
    const { rows, next } = await accountingOf('SA').listVendors('dormant');
    expect([rows.map(({ name }) => name), next]).toEqual([['Lumen Rentals'], null]);
  });

  test('DEC-61: reset deletes the postings and keeps the master data', async () => {
    const sa = accountingOf('SA');
    await sa.pushPo(aPo('gone'));
    expect((await call('POST', `/licenses/${licenses.SA}/reset`)).status).toBe(204);
    expect(await sa.pullPo('gone')).toBeNull();
    expect((await sa.listVendors()).rows).toHaveLength(3);
  });
});
