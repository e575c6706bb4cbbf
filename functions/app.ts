import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { RouterRoute } from 'hono/types';
import { Refusal } from '#domain/codes';
import { csrf } from '#middleware/csrf';
import type { AppContext, AppEnv } from '#middleware/context';
import { withTimeBudget } from '#middleware/request';
import { requireSecrets } from '#middleware/check-secrets';
import { setSecurityHeaders } from '#middleware/security-headers';
import { session } from '#middleware/session';
import { bookmarks } from '#middleware/open-show';
import { trace } from '#middleware/trace';
import { readSessionShow } from '#store/directory/sessions';
import { readShowRow } from '#store/directory/shows';
import { accountingLookups } from './routes/accounting-lookups.ts';
import { apiTokens } from './routes/identity/api-tokens.ts';
import { approvalLinks } from './routes/approval/approval-links.tsx';
import { archives } from './routes/archives.ts';
import { actuals } from './routes/budget/actuals.ts';
import { budgets } from './routes/budget/budgets.ts';
import { costReports } from './routes/budget/cost-reports.ts';
import { currencies } from './routes/budget/currencies.ts';
import { periods } from './routes/budget/periods.ts';
import { auth } from './routes/identity/sign-in.tsx';
import { departments } from './routes/departments.ts';
import { documentation } from './routes/openapi/documentation.tsx';
import { documentMail } from './routes/document-mail.ts';
import { files } from './routes/files.ts';
import { health } from './routes/health.ts';
import { home } from './routes/home.ts';
import { imports } from './routes/imports.ts';
import { invoices } from './routes/invoices.ts';
import { downloadLinks } from './routes/download-links.tsx';
import { pages } from './routes/faq.ts';
import { bulkApproval, bulkPush, bulkSubmit } from './routes/bulk-approval.ts';
import { payments } from './routes/payments.ts';
import { countriesAndRegions } from './routes/countries.ts';
import { purchaseOrders } from './routes/purchase-orders.ts';
import { chartOfAccounts, companies, vendors } from './routes/reference-data.ts';
import { reports } from './routes/reports.ts';
import { search } from './routes/search.ts';
import { sessions } from './routes/identity/sessions.ts';
import { shows } from './routes/shows.ts';
import { socketIo } from './routes/socket-io.ts';
import { listExports } from './routes/lists/list-exports.ts';
import { listSettings, listViews } from './routes/lists/list-settings.ts';
import { covers } from './routes/approval/covers.ts';
import { replacements } from './routes/approval/replacements.ts';
import { users } from './routes/users.ts';
import { webhooks } from './routes/webhooks.ts';
import {
  invoiceTemplates,
  paymentTemplates,
  purchaseOrderTemplates,
  workflowTemplates,
} from './routes/workflow-templates.ts';
import { workflows } from './routes/workflow-actions.ts';

/** One 10 MB file with its multipart frame; the schemas limit JSON bodies further. */
const maxBody = 11 * 1024 * 1024;

const signedIn = new Hono<AppEnv>()
  .use(session, csrf, bookmarks)
  .route('/api/sessions', sessions)
  .route('/api/tokens', apiTokens)
  .route('/api/covers', covers)
  .route('/api/budgets/actuals', actuals)
  .route('/api/budgets', budgets)
  .route('/api/cost-reports', costReports)
  .route('/api/currencies', currencies)
  .route('/api/periods', periods)
  .route('/api/replacements', replacements)
  .route('/api/users', users)
  .route('/api/shows', shows)
  .route('/api/acct', accountingLookups)
  .route('/api/departments', departments)
  .route('/api/vendors', vendors)
  .route('/api/companies', companies)
  .route('/api/coa', chartOfAccounts)
  .route('/api/search', search)
  .route('/api/home', home)
  .route('/api/list-settings', listSettings)
  .route('/api/list-views', listViews)
  .route('/api/imports', imports)
  .route('/api/archives', archives)
  .route('/api/health', health)
  .route('/api/pos', purchaseOrders)
  .route('/api/invoices', invoices)
  .route('/api/payments', payments)
  .route('/api/workflow-template', workflowTemplates)
  .route('/api/purchase-order-workflow-template', purchaseOrderTemplates)
  .route('/api/invoice-workflow-template', invoiceTemplates)
  .route('/api/payment-workflow-template', paymentTemplates)
  .route('/api/workflows/bulk-approval', bulkApproval)
  .route('/api/workflows/bulk-push', bulkPush)
  .route('/api/workflows/bulk-submit', bulkSubmit)
  .route('/api/workflows', workflows)
  .route('/api/reports/email-pdf', documentMail)
  .route('/api/reports/lists', listExports)
  .route('/api/reports', reports)
  .route('/api/webhooks', webhooks)
  .route('/files', files)
  .route('/data', countriesAndRegions)
  .route('/pages', pages);

/** The API. Paths work with and without a trailing slash, and responses are not cached by default (DEC-01). */
export const app = new Hono<AppEnv>({ strict: false })
  // First, because the response to a WebSocket request is immutable.
  .route('/', socketIo(readSessionShow, readShowRow))
  // Ignores request ids of clients and proxies.
  .use(requestId({ headerName: '' }), trace)
  .use(withTimeBudget)
  .use(requireSecrets)
  .use(async (c, next) => {
    c.set('now', new Date().toISOString());
    await next();
    // Only responses that are equal for all users set another value.
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    setSecurityHeaders(c);
  })
  .use(bodyLimit({ maxSize: maxBody, onError: (c) => c.json({ code: 'file_too_large' }, 413) }))
  .route('/api/auth', auth)
  .route('/pages/pdf', downloadLinks)
  .route('/pages/approve', approvalLinks)
  .route('/api', documentation(appRoutes))
  .route('/', signedIn)
  .notFound((c) => c.json({ code: 'NOT_FOUND' }, 404))
  .onError((error, c) => errorResponse(error, c));

export type Api = typeof app;

function appRoutes(): readonly RouterRoute[] {
  return app.routes;
}

/** The only place where a refusal becomes a response (DEC-02). Unexpected errors reveal no internals. */
function errorResponse(error: Error, c: AppContext): Response {
  c.header('Cache-Control', 'no-store');
  if (error instanceof Refusal) {
    const { message, errors, body } = error.detail;
    return c.json(
      { code: error.code, ...(message && { message }), ...(errors && { errors }), ...body },
      error.status as 400,
    );
  }
  if (error instanceof HTTPException && error.status < 500) {
    return c.json({ code: 'invalid_parameter' }, error.status as 400);
  }
  return c.json({ code: 'INTERNAL_ERROR' }, 500);
}
