import { beforeAll, describe, expect, test } from 'vitest';
import { as, create } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const path = '/api/shows/alpha1/settings';
const settings = async (name: Parameters<typeof as>[0] = 'dana') => (await as(name).get(path)).body;

/** Every boolean setting with its default (DEC-64, DEC-97). */
const switches = {
  replacePoTempVendors: true,
  resetApprovalOnEdit: true,
  sendUnapprovedPurchaseOrders: false,
  purchaseOrderRelieveResources: true,
  displayReliefIndicatorsApp: true,
  displayReliefIndicatorsPdf: false,
  archiveVoidedItems: false,
  vendorEmailAutoSendEnabled: false,
  updateRentalQuantity: false,
  approvalFlowPaymentSelectionEnabled: false,
  invoiceModuleVisible: false,
  paymentModuleVisible: false,
  preventSelfApproval: false,
  splitOrderWarning: true,
} as const;

describe('show settings', () => {
  test('API-53, MG-11, DEC-64, DEC-83, DEC-97: each switch is changed independently and readable by all members', async () => {
    const before = await settings();
    expect(before).toMatchObject({ ...switches, displayPoNumbers: 'SAVED_AS_DRAFT', poNumberStart: 1 });
    for (const [name, value] of Object.entries(switches)) {
      const answer = await as('ada').post(path, { [name]: !value });
      expect([answer.status, answer.body]).toEqual([200, { ...before, [name]: !value }]);
      expect(await settings()).toEqual({ ...before, [name]: !value });
      await as('ada').post(path, { [name]: value });
    }
    expect(await settings()).toEqual(before);
  });

  test('API-53, DEC-64: numbers and milestones have bounds; unknown settings are ignored', async () => {
    const change = async (body: unknown) => {
      const answer = await as('ada').post(path, body);
      return [answer.status, answer.body['code'] ?? answer.body];
    };
    expect(await change({ poNumberStart: 5000, displayPoNumbers: 'FULL_APPROVAL' })).toEqual([
      200,
      expect.objectContaining({ poNumberStart: 5000, displayPoNumbers: 'FULL_APPROVAL' }),
    ]);
    for (const wrong of [
      { poNumberStart: 0 },
      { poNumberStart: 1.5 },
      { poNumberStart: '7' },
      { displayPoNumbers: 'NEVER' },
      { archiveVoidedItems: 'yes' },
      { archiveVoidedItems: null },
      { overReliefMode: 'IGNORE' },
      { overReliefToleranceAmount: -1 },
      { overReliefTolerancePercent: 100.5 },
      { timeZone: 'Mars/Olympus' },
      { holidays: [{ day: '2018-02-30', name: 'Leap day' }] },
    ]) {
      expect(await change(wrong)).toEqual([400, 'invalid_parameter']);
    }
    const answer = await as('ada').post(path, { colour: 'green' });
    expect(answer.body).toMatchObject({ poNumberStart: 5000 });
    expect(answer.body).not.toHaveProperty('colour');
    expect((await create('dana')).poNumber).toBe('NA');
    await as('ada').post(path, { displayPoNumbers: 'SAVED_AS_DRAFT' });
    expect((await create('dana')).poNumber).toMatch(/^0500\d$/);
  });

  test('API-53: concurrent changes of different switches both take effect', async () => {
    const wanted = Object.entries(switches).map(([name, value]) => ({ [name]: !value }));
    await Promise.all(wanted.map((change) => as('ada').post(path, change)));
    expect(await settings()).toMatchObject(Object.assign({}, ...wanted));
    await as('ada').post(path, switches);
    expect(await settings()).toMatchObject(switches);
  });

  test.each(['dana', 'abel', 'ivan'] as const)(
    'MG-28, DEC-11: %s reads settings and cannot change them',
    async (name) => {
      expect((await as(name).get(path)).status).toBe(200);
      const answer = await as(name).post(path, { archiveVoidedItems: true });
      expect([answer.status, answer.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    },
  );

  test('DEC-98: a non-member gets no settings, and the show of the path is the one that is changed', async () => {
    const stranger = await as('nora').post(path, { archiveVoidedItems: true });
    expect([stranger.status, stranger.body]).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
    const other = await as('ada').post('/api/shows/alpha1/settings?showId=bravo2', {});
    expect(other.status).toBe(403);
  });
});

describe('PE-27: effects of the switches', () => {
  const set = (changes: Record<string, unknown>) => as('ada').post(path, changes);

  test('PE-27, DEC-83: config returns a changed switch to every other open session', async () => {
    const config = async () =>
      (await as('dana').get<{ settings: Record<string, unknown> }>('/api/users/config?showId=alpha1')).body
        .settings;
    for (const [name, value] of Object.entries(switches)) {
      await set({ [name]: !value });
      expect(await config()).toMatchObject({ [name]: !value });
      await set({ [name]: value });
      expect(await config()).toMatchObject({ [name]: value });
    }
  });

  test('PE-27: smartId2 is a flag of the deployment, not a setting of a show', async () => {
    await set({ smartId2: true });
    expect(await settings()).not.toHaveProperty('smartId2');
    const context = await as('dana').get<{ featureFlags: object }>('/api/sessions/login-context');
    expect(context.body.featureFlags).toMatchObject({ smartId2: false });
  });
});
