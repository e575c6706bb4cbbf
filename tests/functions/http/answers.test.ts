import { beforeAll, expect, test } from 'vitest';
import worker from '../../../functions/index.ts';
import { openModelStudio } from '../../support/worker/model/studio.ts';
import { aDraft, aLine, as, create, sessionOf, signIn } from '../../support/worker/fixtures/client.ts';
import {
  aBillLine,
  anInvoice,
  createInvoice,
  scan,
  setInvoiceFlow,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';
import {
  act,
  bookPayment,
  importPayments,
  planFailure,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, origin, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openModelStudio);

const ids = inShow('alpha1');
type ApiResult = Promise<{ status: number; body: { code?: string } }>;

/** A request that no test client sends. */
async function bare(path: string, init: RequestInit, bindings: Env | null = null): ApiResult {
  const request = new Request(origin + path, init);
  const response = bindings
    ? await worker.fetch(request, bindings, { waitUntil: () => undefined } as unknown as ExecutionContext)
    : await fetchWorker(request);
  return { status: response.status, body: await response.json() };
}

const bill = (own: Parameters<typeof anInvoice>[0] = {}) => as('dana').post('/api/invoices', anInvoice(own));
const order = (own: object = {}) => as('dana').post('/api/pos', aDraft(own));
const submitBill = (id: string) => as('dana').put(`/api/invoices/${id}/submit`);
const submitOrder = (id: string) => as('dana').put(`/api/pos/${id}/submit?r=0`);
const ready = async (own: Parameters<typeof anInvoice>[0] = {}, name: 'dana' | 'ada' = 'dana') =>
  (await createInvoice(name, { attachments: [await scan(name)], ...own })).id;
const tooMuch = { amount: 60_000, lineItems: [aBillLine({ amount: 60_000 })] };

async function timedOut(): ApiResult {
  const session = await signIn('hugo');
  await sql.directory`UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z'
    WHERE token_hash = ${session.keySalt}`;
  return as('hugo', Promise.resolve(session)).get('/api/users/userSettings');
}

async function withoutDatabase(): ApiResult {
  const { token } = await sessionOf('dana');
  const broken = {
    withSession: () => ({
      prepare: () => {
        throw new Error('gone');
      },
    }),
  };
  const bindings = { ...studioEnv, SHOWS_0: broken as unknown as D1Database };
  const init = { headers: { cookie: `__Host-session-token=${token}` } };
  return bare('/api/invoices/alpha1_one', init, bindings);
}

/** The causes of each code, for an order, an invoice and a payment where possible. */
const causes: Record<string, { status: number; of: Record<string, () => ApiResult> }> = {
  USER_NOT_IN_SESSION: {
    status: 401,
    of: {
      order: () => bare('/api/pos/alpha1_one', {}),
      invoice: () => bare('/api/invoices/alpha1_one', {}),
      payment: () => bare('/api/payments/alpha1_one', {}),
    },
  },
  session_timeout: { status: 401, of: { anything: timedOut } },
  SHOW_NOT_IN_SESSION: {
    status: 403,
    of: {
      order: () => as('nora').get('/api/pos/alpha1_one'),
      invoice: () => as('nora').post('/api/invoices/filter?showId=alpha1', {}),
      payment: () => as('nora').post('/api/payments/filter?showId=alpha1', {}),
    },
  },
  NO_DEPARTMENT_ASSOCIATION_WITH_USER: {
    status: 403,
    of: {
      order: () => order({ department: { id: ids.department('grip'), name: 'Grip' } }),
      invoice: () => bill({ department: { id: ids.department('grip'), name: 'Grip' } }),
    },
  },
  MISSING_REQUIRED_FIELDS: {
    status: 400,
    of: {
      order: () => as('ada').post('/api/workflows/approval', { docId: 'alpha1_one', docType: 'PO' }),
      invoice: () => as('ada').post('/api/workflows/approval', { docId: 'alpha1_one', docType: 'INVOICE' }),
      payment: () => as('ada').post('/api/workflows/approval', { docId: 'alpha1_one', docType: 'PAYMENT' }),
    },
  },
  POS_BAD_REQUEST: {
    status: 400,
    of: { order: () => order({ lineItems: [] }), invoice: () => bill({ number: '' }) },
  },
  POS_NO_DEFAULT_WORKFLOW: {
    status: 422,
    of: {
      invoice: async () => {
        await setInvoiceFlow(null);
        const answer = await submitBill(await ready());
        await setInvoiceFlow('alpha1_invoice');
        return answer;
      },
    },
  },
  POS_NO_VALID_WORKFLOW_STEP: {
    status: 422,
    of: {
      order: async () =>
        submitOrder((await create('dana', { lineItems: [aLine({ quantity: 1, unitCost: 60_000 })] })).id),
      invoice: async () => submitBill(await ready(tooMuch)),
      payment: async () =>
        submitAs('dana', (await importPayments(bookPayment('too-much', { totalCents: 6_000_000 })))[0] ?? ''),
    },
  },
  POS_NO_DEPARTMENT_MEMBERS: {
    status: 422,
    of: {
      invoice: async () => {
        const department = { id: ids.department('empty'), name: 'Empty' };
        return as('ada').put(`/api/invoices/${await ready({ department }, 'ada')}/submit`);
      },
    },
  },
  ERROR_PO_NOT_EDITABLE: {
    status: 409,
    of: {
      order: async () => {
        const { id } = await create('dana');
        await submitOrder(id);
        return as('dana').put(`/api/pos/${id}`, aDraft());
      },
    },
  },
  ERROR_INVOICE_NOT_EDITABLE: {
    status: 409,
    of: {
      invoice: async () => {
        const id = await ready();
        await submitBill(id);
        return as('dana').put(`/api/invoices/${id}`, anInvoice());
      },
    },
  },
  INVALID_TEMP_VENDOR: {
    status: 422,
    of: {
      order: () => order(temporaryVendor({ address: ' ' })),
      invoice: () => bill(temporaryVendor({ address: ' ' })),
    },
  },
  duplicate_vendor_invoice_id: {
    status: 409,
    of: {
      invoice: async () => {
        await createInvoice('dana', { number: 'TWICE' });
        return bill({ number: 'TWICE' });
      },
    },
  },
  accounting_interface_error: {
    status: 424,
    of: {
      payment: async () => {
        const [id = ''] = await submittedPayments(bookPayment('refused', { totalCents: 1_000 }));
        await planFailure('payment.release', { message: 'The period is closed.' });
        return act('abel', 'approval', id);
      },
    },
  },
  invalid_parameter: {
    status: 400,
    of: {
      order: () => as('ada').post('/api/pos/filter?showId=alpha1&sort=NOTHING,ASC', {}),
      invoice: () => as('ada').post('/api/invoices/filter?showId=alpha1&sort=NOTHING,ASC', {}),
      payment: () => as('ada').post('/api/payments/filter?showId=alpha1&sort=NOTHING,ASC', {}),
    },
  },
  INTERNAL_ERROR: { status: 500, of: { invoice: withoutDatabase } },
};

test.each(Object.entries(causes))(
  'ER-01, DEC-02: %s is what orders, invoices and payments answer where its cause is',
  async (code, { status, of }) => {
    for (const [what, cause] of Object.entries(of)) {
      const { status: answered, body } = await cause();
      expect([what, answered, body.code]).toEqual([what, status, code]);
    }
  },
);

test.each<[string, unknown, string, string]>([
  [
    'a text that is too long',
    aDraft({ description: 'x'.repeat(20_001) }),
    'invalid_parameter',
    'description is not valid.',
  ],
  [
    'a wrong kind',
    aDraft({ lineItems: [aLine(), { description: 5 }] }),
    'invalid_parameter',
    'lineItems.1.description is not valid.',
  ],
  [
    'a name without an id',
    { ...aDraft(), attachments: [{}] },
    'MISSING_REQUIRED_FIELDS',
    'attachments.0.attachmentId is missing.',
  ],
  ['no object', 'text', 'invalid_parameter', 'The request is not valid.'],
])(
  "DEC-02: a message names the fields, without the validator's words: %s",
  async (_what, body, code, message) => {
    const answer = await as('dana').post('/api/pos', body);
    expect([answer.status, answer.body]).toEqual([400, { code, message }]);
  },
);
