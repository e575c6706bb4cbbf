import { Hono } from 'hono';
import * as v from 'valibot';
import {
  actualRowsQuery,
  actualsFile,
  actualsReversal,
  announcedImport,
  importsQuery,
} from '#domain/budget/actuals-request';
import { showIdOf } from '#domain/values/ids';
import type { AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import { fileOf, valid } from '#middleware/validate';
import { readInOneTrip } from '#store/d1/query';
import {
  actualsImportPlan,
  actualsReversalPlan,
  checkActuals,
  importActuals,
  reverseImport,
} from '#verbs/budget/import-actuals';
import {
  actualImportsPlan,
  actualRowsPlan,
  listActualImports,
  listActualRows,
} from '#verbs/budget/view-actuals';
import { requireEditor } from './require-editor.ts';

const listQuery = v.object({ ...optionalShowQuery.entries, ...importsQuery.entries });
const rowsQuery = v.object({ ...optionalShowQuery.entries, ...actualRowsQuery.entries });
const checkQuery = v.object({ ...optionalShowQuery.entries, ...actualsFile.entries });
const importQuery = v.object({ ...checkQuery.entries, ...announcedImport.entries });

/** Actuals that are not documents of the show: payroll, petty cash, cards and journals (ACTUAL). */
export const actuals = new Hono<AppEnv>()
  .get('/', valid('query', listQuery), async (c) => {
    const { before } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => actualImportsPlan(member, before));
    return c.json(listActualImports(context, rows));
  })
  .get('/rows', valid('query', rowsQuery), async (c) => {
    const query = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => actualRowsPlan(member, query.importId));
    return c.json(await listActualRows(context, rows, query));
  })
  .post('/check', valid('query', checkQuery), async (c) => {
    const context = await requireEditor(c);
    const file = { ...(await fileOf(c)), ...c.req.valid('query') };
    return c.json(await checkActuals(context, await readInOneTrip(actualsImportPlan(context, file)), file));
  })
  .post('/import', valid('query', importQuery), async (c) => {
    const context = await requireEditor(c);
    const file = { ...(await fileOf(c)), ...c.req.valid('query') };
    const rows = await readInOneTrip(actualsImportPlan(context, file));
    return c.json(await importActuals(context, rows, file), 201);
  })
  .post('/:id/reverse', valid('json', actualsReversal), async (c) => {
    const id = c.req.param('id');
    const { reason } = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => actualsReversalPlan(member, id), {
      named: showIdOf(id) ?? undefined,
      fresh: true,
    });
    return c.json(await reverseImport(context, rows, reason));
  });
