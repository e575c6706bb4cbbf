import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

interface Terms {
  projectCompanyExternalId: string;
  termsConditionsAttachmentId: string | null;
  attachmentLabel: string | null;
  code?: string;
}
const path = '/api/shows/alpha1/company-settings';
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF';

function form(fields: Record<string, string>, file?: { name: string; bytes: string }): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file) body.set('file', new File([file.bytes], file.name));
  return body;
}

const add = (bytes = pdf, own: Record<string, string> = {}, name = 'Terms 2026.pdf') =>
  as('ada').post<Terms>(
    path,
    form(
      { projectCompanyExternalId: 'pc1', termsConditionsAttachmentId: 'TC_ADD_NEW', ...own },
      { name, bytes },
    ),
  );
const save = (body: Record<string, unknown>) =>
  as('ada').post<Terms>(path, { projectCompanyExternalId: 'pc1', ...body });
const now = async () =>
  (await as('dana').get<{ companySettings: Terms[] }>('/api/shows/alpha1')).body.companySettings[0];
const download = (id: string | null) => as('dana').get<string>(`/files/attachment/download/${id}`);

describe('terms and conditions', () => {
  test('API-59, MG-21, MG-23, DEC-67: TC_ADD_NEW stores the uploaded PDF under its name', async () => {
    const answer = await add();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        projectCompanyExternalId: 'pc1',
        companyName: 'Harbor Lights LLC',
        termsConditionsAttachmentId: expect.any(String),
        attachmentLabel: 'Terms 2026.pdf',
      },
    ]);
    expect(await now()).toEqual(answer.body);
    expect((await download(answer.body.termsConditionsAttachmentId)).body).toBe(pdf);
  });

  test('API-59, DEC-67: an existing id keeps the file, with a new label', async () => {
    const { termsConditionsAttachmentId: id } = (await add()).body;
    const labelled = await save({ termsConditionsAttachmentId: id, attachmentLabel: 'Terms of hire.pdf' });
    expect(labelled.body).toMatchObject({
      termsConditionsAttachmentId: id,
      attachmentLabel: 'Terms of hire.pdf',
    });
    expect((await save({ termsConditionsAttachmentId: id })).body).toEqual(labelled.body);
    expect((await save({ termsConditionsAttachmentId: 'alpha1_nothing' })).status).toBe(404);
    expect(await now()).toEqual(labelled.body);
  });

  test('API-59, MG-23: TC_NO_ATTACHMENT clears file and label', async () => {
    await add();
    const answer = await save({
      termsConditionsAttachmentId: 'TC_NO_ATTACHMENT',
      attachmentLabel: 'Something',
    });
    expect(answer.body).toMatchObject({ termsConditionsAttachmentId: null, attachmentLabel: null });
    expect(await now()).toEqual(answer.body);
  });

  test('API-59, MG-21, DEC-67: cleanupAttachments only removes replaced files', async () => {
    const old = (await add()).body.termsConditionsAttachmentId ?? '';
    const foreign = (await as('dana').upload({ name: 'plan.pdf', bytes: pdf })).body.attachmentId;
    const cleanupAttachments = JSON.stringify([old, foreign]);
    const fresh = (await add(`${pdf}\n`, { cleanupAttachments })).body.termsConditionsAttachmentId ?? '';
    expect([(await download(old)).status, await env.FILES.head(old)]).toEqual([404, null]);
    expect((await download(fresh)).body).toBe(`${pdf}\n`);
    expect((await download(foreign)).body).toBe(pdf);
    // A file that a company uses stays, even if its removal is requested.
    await save({ termsConditionsAttachmentId: fresh, cleanupAttachments: [fresh] });
    expect((await download(fresh)).status).toBe(200);
  });

  test('API-59, DEC-67: a concurrent label and replacement never leave a company with a deleted file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const old = (await add()).body.termsConditionsAttachmentId ?? '';
      const answers = await Promise.all([
        add(`${pdf}\n`, { cleanupAttachments: JSON.stringify([old]) }),
        save({ termsConditionsAttachmentId: old, attachmentLabel: 'Terms of hire.pdf' }),
      ]);
      expect([200, 404]).toContain(answers[1].status);
      expect(answers[0].status).toBe(200);
      expect(await now()).toEqual(answers[0].body);
      expect((await download(answers[0].body.termsConditionsAttachmentId)).body).toBe(`${pdf}\n`);
    }
  });

  test('API-59, DEC-67: a replaced file that was not named becomes unlinked and is swept', async () => {
    const old = (await add()).body.termsConditionsAttachmentId;
    await add();
    const [row] = await sql.alpha<{
      linked_at: string | null;
    }>`SELECT linked_at FROM files WHERE id = ${old}`;
    expect(row).toEqual({ linked_at: null });
  });

  test('MG-22: a file whose bytes are not a PDF is refused, whatever its name', async () => {
    const before = await now();
    const answer = await add('GIF89a', {}, 'terms.pdf');
    expect([answer.status, answer.body]).toEqual([415, { code: 'file_not_pdf' }]);
    const empty = await add('');
    expect([empty.status, empty.body.code]).toEqual([400, 'file_empty']);
    expect(await now()).toEqual(before);
  });

  test('API-59, DEC-02: a request without file, company or choice is refused', async () => {
    const code = async (body: Record<string, unknown>) => (await as('ada').post<Terms>(path, body)).body.code;
    const pc1 = { projectCompanyExternalId: 'pc1' };
    expect(await code({ ...pc1, termsConditionsAttachmentId: 'TC_ADD_NEW' })).toBe('MISSING_REQUIRED_FIELDS');
    expect(await code(pc1)).toBe('MISSING_REQUIRED_FIELDS');
    expect(
      await code({ projectCompanyExternalId: 'pc9', termsConditionsAttachmentId: 'TC_NO_ATTACHMENT' }),
    ).toBe('NOT_FOUND');
    const many = { cleanupAttachments: Array.from({ length: 21 }, () => 'x') };
    expect(await code({ ...pc1, termsConditionsAttachmentId: 'TC_NO_ATTACHMENT', ...many })).toBe(
      'invalid_parameter',
    );
  });

  test('API-59, MG-28, DEC-11: FULL Show changes the settings, all members read them', async () => {
    const id = (await add()).body.termsConditionsAttachmentId;
    const refused = await as('abel').post(path, {
      projectCompanyExternalId: 'pc1',
      termsConditionsAttachmentId: 'TC_NO_ATTACHMENT',
    });
    expect([refused.status, refused.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    expect((await download(id)).status).toBe(200);
    expect((await as('nora').get(`/files/attachment/download/${id}?showId=bravo2`)).status).toBe(404);
  });
});
