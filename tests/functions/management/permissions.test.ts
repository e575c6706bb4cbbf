import { beforeAll, describe, expect, test } from 'vitest';
import { as, sessionOf, signIn } from '../../support/worker/fixtures/client.ts';
import type { Signed } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

interface Blob64 {
  data: string;
  iv: string;
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
const text = (value: string) => new TextEncoder().encode(value);

/** Decrypts as the web does (DEC-10), written from the contract instead of the code. */
async function decrypt(
  { data, iv }: Blob64,
  { csrfToken, keySalt }: Signed,
  showId: string,
): Promise<unknown> {
  const material = await crypto.subtle.importKey('raw', text(csrfToken), 'HKDF', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text(keySalt), info: text('permissions') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(iv), additionalData: text(showId) },
    key,
    bytes(data),
  );
  return JSON.parse(new TextDecoder().decode(plain));
}

const blobOf = async (name: PersonName, showId = 'alpha1', session = sessionOf(name)) =>
  (await as(name, session).get<Blob64>(`/api/users/permissions/?showId=${showId}&st=0`)).body;

test('PE-02, PE-03, PE-20, DEC-10, API-48: permissions and role are encrypted and readable by the requesting session', async () => {
  const blob = await blobOf('abel');
  expect(bytes(blob.iv)).toHaveLength(12);
  expect(await decrypt(blob, await sessionOf('abel'), 'alpha1')).toEqual({
    role: 'Approver',
    permissions: {
      CreatePurchaseOrders: 'FULL',
      VoidPurchaseOrders: 'FULL',
      CreateInvoices: 'FULL',
      VoidInvoices: 'NONE',
      Departments: 'NONE',
      UserManagement: 'NONE',
      ApprovalFlows: 'READ',
      ApprovalFlowsPayments: 'NONE',
      Studio: 'NONE',
      Show: 'NONE',
      Internal: 'NONE',
      Budget: 'NONE',
    },
    invoices: false,
    payments: false,
  });
});

test('DEC-10: two answers to the same request have nothing in common', async () => {
  const [first, second] = [await blobOf('abel'), await blobOf('abel')];
  expect(first.iv).not.toBe(second.iv);
  expect(first.data).not.toBe(second.data);
});

test('DEC-10: an answer for another session or another show does not decrypt', async () => {
  const own = await sessionOf('dana');
  const blob = await blobOf('dana');
  await expect(decrypt(blob, own, 'alpha1')).resolves.toMatchObject({ role: 'PO Creator' });
  await expect(decrypt(blob, own, 'bravo2')).rejects.toThrow();
  await expect(decrypt(blob, await signIn('dana'), 'alpha1')).rejects.toThrow();
  await expect(decrypt({ ...blob, iv: btoa('x'.repeat(12)) }, own, 'alpha1')).rejects.toThrow();
});

test('API-62, PE-17: config returns what the user may see and the rules of the show', async () => {
  await setSettings('alpha1', { updateRentalQuantity: true });
  expect((await as('carl').get('/api/users/config/?showId=alpha1&st=1')).body).toMatchObject({
    purchaseOrderVisibility: 'IN_THIS_USERS_DEPARTMENT',
    displayPoNumbers: null,
    sendUnapprovedPurchaseOrders: false,
    specialApprover: false,
    accountingSystem: 'SA',
    settings: { updateRentalQuantity: true, replacePoTempVendors: true, displayPoNumbers: 'SAVED_AS_DRAFT' },
  });
});

test('RL-09, DEC-64: config says where relief indicators are shown: in the app by default, in PDFs by setting', async () => {
  const shown = async () => {
    const { body } = await as('dana').get<{ settings: Record<string, unknown> }>(
      '/api/users/config/?showId=alpha1&st=0',
    );
    return [body.settings['displayReliefIndicatorsApp'], body.settings['displayReliefIndicatorsPdf']];
  };
  expect(await shown()).toEqual([true, false]);
  await setSettings('alpha1', { displayReliefIndicatorsApp: false, displayReliefIndicatorsPdf: true });
  expect(await shown()).toEqual([false, true]);
  await setSettings('alpha1', { displayReliefIndicatorsApp: true, displayReliefIndicatorsPdf: false });
});

describe('the show in the start-up answer', () => {
  interface Started {
    selectedShow: { id: string } | null;
    recentShows: { id: string }[];
    open?: { showId: string; permissions: Blob64; config: unknown } | null;
  }
  const start = async (name: PersonName, session: Promise<Signed>, query = '?open=1') =>
    (await as(name, session).get<Started>(`/api/sessions/login-context${query}`)).body;

  test('PE-20, DEC-10: it contains permissions and config, readable by this session alone', async () => {
    const session = signIn('dana');
    const { open } = await start('dana', session, '?open=1&restoreShow=alpha1');
    if (!open) throw new Error('No show came with the start');
    const blob = await blobOf('dana', 'alpha1', session);
    expect(open.showId).toBe('alpha1');
    expect(await decrypt(open.permissions, await session, 'alpha1')).toEqual(
      await decrypt(blob, await session, 'alpha1'),
    );
    await expect(decrypt(open.permissions, await signIn('dana'), 'alpha1')).rejects.toThrow();
    expect(open.config).toEqual((await as('dana').get('/api/users/config?showId=alpha1')).body);
  });

  test('SE-15, SH-30, DEC-06, DEC-10, DEC-86: it is the selected show, which becomes the first of the recent ones', async () => {
    const session = signIn('dana');
    const opens = async (query: string) => (await start('dana', session, query)).open?.showId;
    expect(await opens('?open=1&restoreShow=bravo2')).toBe('bravo2');
    const { selectedShow, recentShows } = await start('dana', session, '');
    expect([selectedShow?.id, recentShows[0]?.id]).toEqual(['bravo2', 'bravo2']);
    expect(await opens('?open=1')).toBe('bravo2');
    expect(await opens('?open=1&restoreShow=nowhere9')).toBe('bravo2');
    // A session without a selected show opens the last viewed one.
    expect((await start('dana', signIn('dana'))).open?.showId).toBe('bravo2');
  });

  test('SE-17, DEC-06: a user without shows gets none, and a request without the option the answer of the contract', async () => {
    expect((await start('gone', signIn('gone'))).open).toBeNull();
    expect(await start('dana', signIn('dana'), '')).not.toHaveProperty('open');
  });
});

test("API-63: meta returns whether the user approves, the user's departments and what waits for them", async () => {
  expect((await as('abel').get('/api/users/meta/?show=alpha1&st=1')).body).toEqual({
    approver: true,
    departments: [{ id: 'alpha1_department_art', name: 'Art' }],
    awaitingApproval: { po: 0, invoice: 0, payment: 0 },
  });
});

test('SE-24, SE-28, API-64, API-65: preferences are stored; without notifications there are no digests', async () => {
  const dana = as('dana');
  const wanted = {
    emailNotifications: true,
    consolidatePoEmails: true,
    consolidatePaymentEmails: false,
    consolidateInvoiceEmails: true,
    dateFormat: 'DD_MM_YYYY',
  };
  expect((await dana.post('/api/users/addUpdateUserSettings', wanted)).body).toEqual(wanted);
  expect((await dana.get('/api/users/userSettings')).body).toEqual(wanted);
  const off = { ...wanted, emailNotifications: false, dateFormat: null };
  const none = { ...off, consolidatePoEmails: false, consolidateInvoiceEmails: false };
  expect((await dana.post('/api/users/addUpdateUserSettings', off)).body).toEqual(none);
  expect((await dana.get('/api/users/userSettings')).body).toEqual(none);
  const bad = await dana.post('/api/users/addUpdateUserSettings', { ...wanted, dateFormat: 'YY' });
  expect([bad.status, bad.body['code']]).toEqual([400, 'invalid_parameter']);
});
