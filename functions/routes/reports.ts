import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/values/days';
import { pdfRequest, pdfTimeZone, versionRequest } from '#domain/documents/pdf-request';
import { logFormats } from '#domain/lists/log-format';
import { showIdOf } from '#domain/values/ids';
import type { AppContext, AppEnv } from '#middleware/context';
import { download } from '#middleware/download';
import { openShow, showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { auditPack } from '#verbs/archives/audit-pack';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { documentChangePlan, subjectPlan } from '#verbs/lifecycle/perform-action';
import { exportAuditLog } from '#verbs/lists/export-audit-log';
import { exportInvoiceLog, exportPurchaseOrderLog } from '#verbs/lists/export-log';
import { pdfStatus, pdfTaskPlan, startPdf } from '#verbs/pdf/pdf-tasks';
import { renderVersion, versionPlan } from '#verbs/pdf/render-document';

const timeZone = v.optional(v.pipe(v.string(), v.maxLength(64)), defaultTimeZone);
const generate = v.object({ ...pdfRequest.entries, timeZone: pdfTimeZone });
const indicators = v.object({ displayIndicators: v.optional(v.string()) });
const logQuery = v.object({ format: v.optional(v.picklist(logFormats), 'csv'), timeZone });

const packQuery = v.object({ timeZone });

async function showOfPath(c: AppContext, showId: string): Promise<RequestContext> {
  const context = await showOf(c, { named: showId });
  if (context.show.id !== showId) throw new Refusal('NOT_FOUND');
  return context;
}

/** The parameter of the request, else the show's setting (PD-26, RL-09). */
function displayIndicatorsOf({ settings }: RequestContext, value: string | undefined): boolean {
  return value === undefined ? settings.displayReliefIndicatorsPdf : value === 'true';
}

/** A refused start has the same shape as its response (DEC-55). */
function toStartRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const body = { success: false, data: null, error: error.detail.message ?? error.code };
  throw new Refusal(error.code, { ...error.detail, body });
}

/** PDFs and logs (API-30, API-31, API-32, API-33, API-34, DEC-55, DEC-68, DEC-69). */
export const reports = new Hono<AppEnv>()
  .get('/download/po-log/:showId', valid('query', logQuery), async (c) => {
    const context = await showOfPath(c, c.req.param('showId'));
    return download(c, await exportPurchaseOrderLog(context, c.req.valid('query')));
  })
  .get('/download/invoice-log/:showId', valid('query', logQuery), async (c) => {
    const context = await showOfPath(c, c.req.param('showId'));
    return download(c, await exportInvoiceLog(context, c.req.valid('query')));
  })
  .get('/download/audit-log/:showId', valid('query', logQuery), async (c) => {
    const context = await showOfPath(c, c.req.param('showId'));
    return download(c, await exportAuditLog(context, c.req.valid('query')));
  })
  .get('/download/audit-pack/:id', valid('query', packQuery), async (c) => {
    const id = c.req.param('id');
    const plan = (member: MembershipContext) => subjectPlan(member, id);
    const { context, rows } = await openShow(c, plan, { named: showIdOf(id) ?? undefined });
    return download(c, await auditPack(context, rows, c.req.valid('query').timeZone));
  })
  .post('/pdf/generate', valid('query', indicators), valid('json', generate), async (c) => {
    const { timeZone: zone, ...request } = c.req.valid('json');
    const plan = (member: MembershipContext) => documentChangePlan(member, request.docId);
    const { context, rows } = await openShow(c, plan, {
      named: request.showId || showIdOf(request.docId) || undefined,
    });
    const displayIndicators = displayIndicatorsOf(context, c.req.valid('query').displayIndicators);
    const task = { request, timeZone: zone, displayIndicators };
    const data = await startPdf(context, task, rows).catch(toStartRefusal);
    return c.json({ success: true as const, data, error: null });
  })
  .post('/download-pdf/purchase-order', valid('json', versionRequest), async (c) => {
    const { data, purchaseOrderApprovalHistoryIndex: index, timeZone: zone } = c.req.valid('json');
    const { docId, options } = data;
    const version = { docId, options, timeZone: data.timeZone ?? zone, index };
    const { context, rows } = await openShow(c, (member) => versionPlan(member, version), {
      named: data.showId || showIdOf(docId) || undefined,
    });
    const { bytes, fileName } = await renderVersion(context, version, rows);
    return download(c, { body: new Uint8Array(bytes), contentType: 'application/pdf', fileName });
  })
  .get('/pdf/download/:id', async (c) => {
    const task = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => pdfTaskPlan(member, task));
    const data = pdfStatus(rows, context.user.id);
    if (!data) {
      const body = { success: false, data: null, error: 'Unknown PDF task.' };
      throw new Refusal('NOT_FOUND', { body });
    }
    return c.json({ success: true as const, data, error: null });
  });
