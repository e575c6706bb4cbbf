import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import {
  costDocumentsQuery,
  costFileQuery,
  costReportQuery,
  estimateHistoryQuery,
  issuedNumber,
  newCostReport,
  newEstimates,
} from '#domain/budget/cost-report/request';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import type { AppContext, AppEnv } from '#middleware/context';
import { download } from '#middleware/download';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { costReportPlan } from '#verbs/budget/cost-report';
import { enterEstimates, newEstimatesPlan } from '#verbs/budget/enter-estimates';
import { exportCostReport, exportOpenCosts, printCostReport } from '#verbs/budget/export-cost-report';
import { issueCostReport, newCostReportPlan } from '#verbs/budget/issue-cost-report';
import { estimateHistoryPlan, viewEstimateHistory } from '#verbs/budget/view-estimates';
import {
  issuedReportPlan,
  issuedReportsPlan,
  listCostDocuments,
  listCostReports,
  viewCostReport,
  viewIssuedReport,
} from '#verbs/budget/view-cost-report';
import { openCostsPlan, viewOpenCosts } from '#verbs/budget/view-open-costs';

const reportQuery = v.object({ ...optionalShowQuery.entries, ...costReportQuery.entries });
const fileQuery = v.object({ ...optionalShowQuery.entries, ...costFileQuery.entries });
const openFileQuery = v.pick(fileQuery, ['showId', 'format', 'timeZone']);
const historyQuery = v.object({ ...optionalShowQuery.entries, ...estimateHistoryQuery.entries });
const documentsQuery = v.object({ ...optionalShowQuery.entries, ...costDocumentsQuery.entries });

/** The number of a report in the path. Throws `NOT_FOUND` for anything else. */
function numberOf(c: AppContext): number {
  const parsed = v.safeParse(issuedNumber, c.req.param('number'));
  if (!parsed.success) throw new Refusal('NOT_FOUND');
  return parsed.output;
}

/** The issued report with the number of the query, else the current one. */
async function reportOf(c: AppContext, query: v.InferOutput<typeof fileQuery>) {
  const { number, by } = query;
  if (number === undefined) {
    const { context, rows } = await openShow(c, costReportPlan);
    return { context, report: await viewCostReport(context, rows, query) };
  }
  return issuedReportOf(c, number, by);
}

/** Guarantors see issued reports, too (BUD-88). */
async function issuedReportOf(c: AppContext, number: number, by: ReportDimension) {
  const { context, rows } = await openShow(c, (member) => issuedReportPlan(member, number, by), {
    forGuarantors: true,
  });
  return { context, report: viewIssuedReport(context, rows, by) };
}

/** Cost reports of a show (REPORT). */
export const costReports = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, issuedReportsPlan, { forGuarantors: true });
    return c.json({ reports: listCostReports(context, rows) });
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newCostReport), async (c) => {
    const draft = c.req.valid('json');
    const { context, rows } = await openShow(c, newCostReportPlan, {
      fresh: true,
    });
    return c.json(await issueCostReport(context, rows, draft), 201);
  })
  .get('/current', valid('query', reportQuery), async (c) => {
    const { context, rows } = await openShow(c, costReportPlan);
    return c.json(await viewCostReport(context, rows, c.req.valid('query')));
  })
  .get('/current/documents', valid('query', documentsQuery), async (c) => {
    const { context, rows } = await openShow(c, costReportPlan);
    return c.json(await listCostDocuments(context, rows, c.req.valid('query')));
  })
  .get('/estimates', valid('query', historyQuery), async (c) => {
    const query = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => estimateHistoryPlan(member, query));
    return c.json(viewEstimateHistory(context, rows, query));
  })
  .post('/estimates', valid('query', optionalShowQuery), valid('json', newEstimates), async (c) => {
    const estimates = c.req.valid('json');
    const { context, rows } = await openShow(c, newEstimatesPlan, {
      fresh: true,
    });
    return c.json(await enterEstimates(context, rows, estimates));
  })
  .get('/open', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, openCostsPlan);
    return c.json(viewOpenCosts(context, rows));
  })
  .get('/file', valid('query', fileQuery), async (c) => {
    const { context, report } = await reportOf(c, c.req.valid('query'));
    return download(c, await exportCostReport(context, report, c.req.valid('query')));
  })
  .get('/pdf', valid('query', fileQuery), async (c) => {
    const { context, report } = await reportOf(c, c.req.valid('query'));
    return download(c, await printCostReport(context, report, c.req.valid('query').timeZone));
  })
  .get('/open/file', valid('query', openFileQuery), async (c) => {
    const { context, rows } = await openShow(c, openCostsPlan);
    return download(c, await exportOpenCosts(context, viewOpenCosts(context, rows), c.req.valid('query')));
  })
  .get('/:number', valid('query', reportQuery), async (c) => {
    const number = numberOf(c);
    const { by } = c.req.valid('query');
    return c.json((await issuedReportOf(c, number, by)).report);
  });
