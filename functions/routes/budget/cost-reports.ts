import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import {
  costDocumentsQuery,
  costReportQuery,
  issuedNumber,
  newCostReport,
} from '#domain/budget/cost-report-request';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { idempotencyKeyOf } from '#middleware/request';
import { valid } from '#middleware/validate';
import { costReportPlan } from '#verbs/budget/cost-report';
import { issueCostReport, newCostReportPlan } from '#verbs/budget/issue-cost-report';
import {
  issuedReportPlan,
  issuedReportsPlan,
  listCostDocuments,
  listCostReports,
  openCostsPlan,
  viewCostReport,
  viewIssuedReport,
  viewOpenCosts,
} from '#verbs/budget/view-cost-report';

const reportQuery = v.object({ ...optionalShowQuery.entries, ...costReportQuery.entries });
const documentsQuery = v.object({ ...optionalShowQuery.entries, ...costDocumentsQuery.entries });

/** The number of a report in the path. Throws `NOT_FOUND` for anything else. */
function numberOf(c: AppContext): number {
  const parsed = v.safeParse(issuedNumber, c.req.param('number'));
  if (!parsed.success) throw new Refusal('NOT_FOUND');
  return parsed.output;
}

/** Cost reports of a show (REPORT). */
export const costReports = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, issuedReportsPlan);
    return c.json({ reports: listCostReports(context, rows) });
  })
  .post('/', valid('query', optionalShowQuery), valid('json', newCostReport), async (c) => {
    const draft = c.req.valid('json');
    const idempotencyKey = idempotencyKeyOf(c, draft);
    const { context, rows } = await openShow(c, (member) => newCostReportPlan(member, idempotencyKey), {
      fresh: true,
    });
    return c.json(await issueCostReport(context, rows, draft, idempotencyKey), 201);
  })
  .get('/current', valid('query', reportQuery), async (c) => {
    const { context, rows } = await openShow(c, costReportPlan);
    return c.json(await viewCostReport(context, rows, c.req.valid('query')));
  })
  .get('/current/documents', valid('query', documentsQuery), async (c) => {
    const { context, rows } = await openShow(c, costReportPlan);
    return c.json(await listCostDocuments(context, rows, c.req.valid('query')));
  })
  .get('/open', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, openCostsPlan);
    return c.json(viewOpenCosts(context, rows));
  })
  .get('/:number', valid('query', reportQuery), async (c) => {
    const number = numberOf(c);
    const { by } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => issuedReportPlan(member, number, by));
    return c.json(viewIssuedReport(context, rows, by));
  });
