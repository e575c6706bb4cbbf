import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { readBudget } from './budget.ts';
import { orderInBooks, postInvoice, postOrder, voidOrder } from './books.ts';
import { gv } from './dialects/gv.ts';
import { count, id, parseBody, wholeNumber, type Dialect } from './dialects/posted.ts';
import { sa } from './dialects/sa.ts';
import { v5 } from './dialects/v5.ts';
import { BooksRefusal, type SandboxEnv } from './env.ts';
import { postOnce, readLedger, type EntryKind, type Posting } from './ledger.ts';
import {
  listBankAccounts,
  listCoa,
  listCompanies,
  listLicenses,
  listLookup,
  listVendors,
} from './master-data.ts';
import { cancelPayment, listPayments, issuePayments, newPayments, releasePayment } from './payments.ts';
import { findPerson } from './people.ts';
import { resetBooks } from './reset.ts';
import { requireSignature } from './signature.ts';
import { readRates } from './exchange-rates.ts';
import { failureSwitch, newSwitch, plan } from './failure-switches.ts';

type Books = { Bindings: SandboxEnv };
const dialects: Readonly<Record<string, Dialect>> = { sa, v5, gv };

function dialectOf(system: string): Dialect {
  const dialect = dialects[system];
  if (dialect === undefined) throw new BooksRefusal(404, `There is no accounting system ${system}.`);
  return dialect;
}

/** A license belongs to one accounting system and is not served in the format of another. */
const requireLicense = createMiddleware<Books>(async (context, next) => {
  const license = context.req.param('license') ?? '';
  const system = context.req.param('system')?.toUpperCase();
  const row = await context.env.LEDGER.prepare('SELECT accounting_system FROM licenses WHERE license = ?')
    .bind(license)
    .first<{ accounting_system: string }>();
  if (row === null) throw new BooksRefusal(403, `Unknown license ${license}.`);
  if (system !== undefined && system !== row.accounting_system) {
    throw new BooksRefusal(403, `License ${license} is not kept in ${system}.`);
  }
  await next();
});

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new BooksRefusal(400, 'The body is not JSON.');
  }
}

function pageOf(query: Record<string, string>) {
  const limit = Number(query['limit'] ?? 200);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new BooksRefusal(400, 'limit is 1 to 200.');
  return { after: query['after'] ?? '', limit };
}

function posting(
  license: string,
  kind: EntryKind,
  docId: string,
  body: string,
  key: string | undefined,
): Posting {
  return { license, kind, docId, key, body };
}

const release = v.object({ docId: id, totalCents: wholeNumber });
const voiding = v.object({ revision: count, reason: v.pipe(v.string(), v.maxLength(5000)) });

/** The accounting system over HTTP, as described in `docs/accounting-contract.md`. */
export const sandbox = new Hono<Books>({ strict: false })
  .basePath('/sandbox')
  .use(bodyLimit({ maxSize: 5 * 1024 * 1024 }))
  .use(requireSignature)
  .use('/:system{sa|v5|gv}/licenses/:license/*', requireLicense)
  .use('/licenses/:license/*', requireLicense)
  .post('/:system{sa|v5|gv}/licenses/:license/purchase-orders', failureSwitch('po.push'), async (context) => {
    const { system, license } = context.req.param();
    const db = context.env.LEDGER;
    const dialect = dialectOf(system);
    const body = await context.req.text();
    const sent = dialect.readOrder(parse(body));
    const once = posting(license, 'PO_PUSH', sent.docId, body, context.req.header('Idempotency-Key'));
    const answer = await postOnce(db, once, (postedAt) => postOrder(db, license, dialect, sent, postedAt));
    return Response.json(answer);
  })
  .get(
    '/:system{sa|v5|gv}/licenses/:license/purchase-orders/:docId',
    failureSwitch('po.pull'),
    async (context) => {
      const { system, license, docId } = context.req.param();
      const order = await orderInBooks(context.env.LEDGER, license, docId);
      if (order === null) throw new BooksRefusal(404, 'The purchase order is not in the books.');
      return Response.json(dialectOf(system).writeOrder(order));
    },
  )
  .post(
    '/:system{sa|v5|gv}/licenses/:license/purchase-orders/:docId/void',
    failureSwitch('po.void'),
    async (context) => {
      const { license, docId } = context.req.param();
      const db = context.env.LEDGER;
      const body = await context.req.text();
      parseBody(voiding, parse(body));
      const once = posting(license, 'PO_VOID', docId, body, context.req.header('Idempotency-Key'));
      return Response.json(await postOnce(db, once, (postedAt) => voidOrder(db, license, docId, postedAt)));
    },
  )
  .post('/:system{sa|v5|gv}/licenses/:license/invoices', failureSwitch('invoice.push'), async (context) => {
    const { system, license } = context.req.param();
    const db = context.env.LEDGER;
    const dialect = dialectOf(system);
    const body = await context.req.text();
    const sent = dialect.readInvoice(parse(body));
    const once = posting(license, 'INVOICE_PUSH', sent.docId, body, context.req.header('Idempotency-Key'));
    const answer = await postOnce(db, once, (postedAt) => postInvoice(db, license, dialect, sent, postedAt));
    return Response.json(answer);
  })
  .get('/licenses/:license/payments', failureSwitch('payment.list'), async (context) => {
    const { after, limit } = pageOf(context.req.query());
    return context.json(await listPayments(context.env.LEDGER, context.req.param('license'), after, limit));
  })
  .post(
    '/licenses/:license/payments/:externalId/release',
    failureSwitch('payment.release'),
    async (context) => {
      const { license, externalId } = context.req.param();
      const db = context.env.LEDGER;
      const body = await context.req.text();
      const { docId, totalCents } = parseBody(release, parse(body));
      const once = posting(license, 'PAYMENT_RELEASE', docId, body, context.req.header('Idempotency-Key'));
      const answer = await postOnce(db, once, (at) =>
        releasePayment(db, license, externalId, totalCents, at),
      );
      return Response.json(answer);
    },
  )
  .get('/licenses/:license/vendors', failureSwitch('vendor.list'), async (context) => {
    const query = { ...pageOf(context.req.query()), externalId: context.req.query('externalId') };
    return context.json(await listVendors(context.env.LEDGER, context.req.param('license'), query));
  })
  .get('/licenses/:license/companies', failureSwitch('company.list'), async (context) =>
    context.json({ companies: await listCompanies(context.env.LEDGER, context.req.param('license')) }),
  )
  .get('/licenses/:license/coa', failureSwitch('coa.list'), async (context) =>
    context.json({ fields: await listCoa(context.env.LEDGER, context.req.param('license')) }),
  )
  .get('/licenses/:license/budget', failureSwitch('budget.get'), async (context) =>
    context.json(await readBudget(context.env.LEDGER, context.req.param('license'))),
  )
  .get('/licenses/:license/exchange-rates', failureSwitch('rates.get'), async (context) =>
    context.json(await readRates(context.env.LEDGER, context.req.param('license'))),
  )
  .get('/licenses/:license/bank-accounts', async (context) =>
    context.json({ accounts: await listBankAccounts(context.env.LEDGER, context.req.param('license')) }),
  )
  .get('/people', (context) => {
    const person = findPerson(context.req.query('username') ?? '');
    if (person === null) throw new BooksRefusal(404, 'Nobody has that name.');
    return context.json(person);
  })
  .get('/licenses', async (context) =>
    context.json({ licenses: await listLicenses(context.env.LEDGER, context.req.query('search') ?? '') }),
  )
  .get('/licenses/:license/:kind{studios|acct-packages|show-types}', async (context) => {
    const { license, kind } = context.req.param();
    const known = kind as 'studios' | 'acct-packages' | 'show-types';
    return context.json({ items: await listLookup(context.env.LEDGER, known, license) });
  })
  .get('/studios/:studio/divisions', async (context) =>
    context.json({ items: await listLookup(context.env.LEDGER, 'divisions', context.req.param('studio')) }),
  )
  .get('/licenses/:license/ledger', async (context) => {
    const { docId, after } = context.req.query();
    const entries = await readLedger(
      context.env.LEDGER,
      context.req.param('license'),
      docId,
      Number(after ?? 0) || 0,
    );
    return context.json({ entries });
  })
  .post('/licenses/:license/switches', async (context) => {
    const input = parseBody(newSwitch, parse(await context.req.text()));
    await plan(context.env.LEDGER, context.req.param('license'), input);
    return context.body(null, 204);
  })
  .delete('/licenses/:license/switches', async (context) => {
    await context.env.LEDGER.prepare('DELETE FROM switches WHERE license = ?')
      .bind(context.req.param('license'))
      .run();
    return context.body(null, 204);
  })
  .post('/licenses/:license/payments', async (context) => {
    const input = parseBody(newPayments, parse(await context.req.text()));
    await issuePayments(context.env.LEDGER, context.req.param('license'), input);
    return context.body(null, 204);
  })
  .post('/licenses/:license/payments/:externalId/cancel', async (context) => {
    const { license, externalId } = context.req.param();
    await cancelPayment(context.env.LEDGER, license, externalId);
    return context.body(null, 204);
  })
  .post('/licenses/:license/reset', async (context) => {
    await resetBooks(context.env.LEDGER, context.req.param('license'));
    return context.body(null, 204);
  })
  .notFound((context) => context.json({ message: 'There is no such path.' }, 404))
  .onError((error, context) => {
    if (error instanceof BooksRefusal) return context.json({ message: error.message }, error.status);
    console.error(error);
    return context.json({ message: 'The accounting system failed.' }, 500);
  });
