import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseSettings } from '#domain/settings';

describe('settings of a show', () => {
  test('DEC-64, MG-11, DEC-97: a show without stored settings has the defaults', () => {
    const defaults = {
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
      displayPoNumbers: 'SAVED_AS_DRAFT',
      poNumberStart: 1,
      preventSelfApproval: false,
      selfApprovalLimit: null,
      overReliefMode: 'WARN',
      overReliefToleranceAmount: 0,
      overReliefTolerancePercent: 0,
      splitOrderWarning: true,
      baseCurrency: null,
      accountingPeriods: false,
      changeOrdersMayReduce: false,
      confirmApprovalAbove: null,
      approveByMailUpTo: null,
      approveByMailWithoutSignIn: null,
      coversNeedApproval: false,
      oneVotePerFlow: false,
      maxCoverDays: 31,
      budgetOnDecision: 'NOTHING',
      timeZone: 'America/Los_Angeles',
      holidays: [],
    };
    expect(parseSettings(null)).toEqual(defaults);
    expect(parseSettings({})).toEqual(defaults);
  });

  test('DEC-64, DEC-01: stored settings override the defaults, and unknown names are dropped', () => {
    const settings = parseSettings({ resetApprovalOnEdit: false, poNumberStart: 500, colour: 'red' });
    expect(settings).toMatchObject({
      resetApprovalOnEdit: false,
      poNumberStart: 500,
      replacePoTempVendors: true,
    });
    expect(settings).not.toHaveProperty('colour');
  });

  test.each([
    { poNumberStart: 0 },
    { poNumberStart: 1.5 },
    { maxCoverDays: 30 },
    { maxCoverDays: 367 },
    { displayPoNumbers: 'SOMETIMES' },
    { resetApprovalOnEdit: 'yes' },
  ])('DEC-64: %j is rejected', (stored) => {
    expect(() => parseSettings(stored)).toThrow(v.ValiError);
  });
});

test('WAIT-11: holidays are existing days, at most a hundred, in order and once each', () => {
  const holidays = [
    { day: '2018-07-04', name: 'Independence Day' },
    { day: '2018-03-30' },
    { day: '2018-03-30', name: 'Good Friday' },
  ];
  expect(parseSettings({ holidays }).holidays).toEqual([
    { day: '2018-03-30', name: 'Good Friday' },
    { day: '2018-07-04', name: 'Independence Day' },
  ]);
  expect(() => parseSettings({ holidays: [{ day: '2018-02-30' }] })).toThrow();
  expect(() =>
    parseSettings({ holidays: Array.from({ length: 101 }, () => ({ day: '2018-03-30' })) }),
  ).toThrow();
  expect(() => parseSettings({ timeZone: 'Mars/Olympus' })).toThrow();
});
