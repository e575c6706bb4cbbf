import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import { aDraft, as, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import {
  anInvoice,
  createInvoice,
  openInvoiceStudio,
  post,
  put,
} from '../../support/worker/fixtures/invoices.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

const alpha = inShow('alpha1');
const art = { id: alpha.department('art'), name: 'Art' };
const grip = { id: alpha.department('grip'), name: 'Grip' };

const setActive = (id: string, isActive: boolean) =>
  sql.alpha`UPDATE departments SET is_active = ${isActive ? 1 : 0} WHERE id = ${id}`;

/** Runs `work` while a department is inactive. */
async function whileInactive<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  await setActive(id, false);
  try {
    return await work();
  } finally {
    await setActive(id, true);
  }
}

const noDepartment = [400, 'POS_BAD_REQUEST', ['department']];
const refused = ({ status, body }: Answer<object>) => {
  const { code, errors } = body as { code?: string; errors?: string[] };
  return [status, code, errors];
};

beforeAll(openInvoiceStudio);

describe('an inactive department', () => {
  test('DEC-62: neither members nor administrators create documents in it', async () => {
    await whileInactive(art.id, async () => {
      expect(refused(await as('dana').post('/api/pos', aDraft()))).toEqual(noDepartment);
      expect(refused(await as('ada').post('/api/pos', aDraft()))).toEqual(noDepartment);
      expect(refused(await post('ivan', anInvoice()))).toEqual(noDepartment);
    });
  });

  test('DEC-62: a draft keeps it, but cannot be moved to it or submitted from it', async () => {
    const mine = await create('dana');
    const other = await create('ada', { department: grip });
    await whileInactive(art.id, async () => {
      const save = (name: 'dana' | 'ada', id: string) => as(name).put(`/api/pos/${id}`, aDraft());
      expect((await save('dana', mine.id)).status).toBe(200);
      expect((await read('dana', mine.id)).department?.id).toBe(art.id);
      expect(refused(await save('ada', other.id))).toEqual(noDepartment);
      expect(refused(await as('dana').put(`/api/pos/${mine.id}/submit?r=0`))).toEqual(noDepartment);
    });
    expect((await as('dana').put(`/api/pos/${mine.id}/submit?r=0`)).status).toBe(200);
  });

  test('DEC-62: the same holds for invoices', async () => {
    const { id } = await createInvoice();
    const other = await createInvoice('ada', { department: grip });
    await whileInactive(art.id, async () => {
      expect((await put('ivan', id, anInvoice())).status).toBe(200);
      expect(refused(await put('ada', other.id, anInvoice()))).toEqual(noDepartment);
      const answer = refused(await as('ivan').put(`/api/invoices/${id}/submit`));
      expect(answer).toEqual([400, 'POS_BAD_REQUEST', expect.arrayContaining(['department'])]);
    });
  });

  test('DEC-62: documents in approval continue', async () => {
    const { id } = await submitted('dana');
    await whileInactive(art.id, async () => {
      expect((await as('abel').put(`/api/pos/${id}`, aDraft())).status).toBe(200);
      expect((await read('abel', id)).department?.id).toBe(art.id);
    });
  });
});
