import { describe, expect, test } from 'vitest';
import {
  excessiveDraws,
  isOverRelief,
  mayApproveOverRelief,
  reliefExceeded,
  toleranceOf,
} from '#domain/relief/relief-limit';
import type { ReliefDraw } from '#domain/relief/relief-limit';
import { newShowSettings, parseSettings } from '#domain/settings';
import { workflow } from '../lifecycle/fixtures.ts';

const none = { amountCents: 0, percentHundredths: 0 };
const draw = (change: Partial<ReliefDraw> = {}): ReliefDraw => ({
  poNumber: '00042',
  lineNumber: 1,
  totalCents: 1_000_00,
  balanceCents: 100_00,
  takenCents: 900_00,
  taxCode: null,
  costing: null,
  isClosed: false,
  ...change,
});
const isExcessive = (change: Partial<ReliefDraw>, tolerance = none) =>
  excessiveDraws([draw(change)], tolerance).length === 1;

describe('relief beyond a line', () => {
  test('DEC-39, RL-12: a new show rejects over-relief, and a show without the setting only warns', () => {
    expect(toleranceOf(parseSettings(newShowSettings))).toEqual(none);
    expect(toleranceOf(parseSettings({}))).toBeNull();
    const off = { ...newShowSettings, purchaseOrderRelieveResources: false };
    expect(toleranceOf(parseSettings(off))).toBeNull();
    const changes = {
      overReliefMode: 'REFUSE',
      overReliefToleranceAmount: 10.5,
      overReliefTolerancePercent: 2.25,
    };
    expect(toleranceOf(parseSettings(changes))).toEqual({ amountCents: 10_50, percentHundredths: 225 });
  });

  test('DEC-39: the limit is exact to the cent', () => {
    expect(isExcessive({ takenCents: 100_00 })).toBe(false);
    expect(isExcessive({ takenCents: 100_01 })).toBe(true);
    expect(isExcessive({ takenCents: 0, balanceCents: -1 })).toBe(false);
    expect(isExcessive({ takenCents: -5_00, balanceCents: -50_00 })).toBe(false);
    expect(isExcessive({ takenCents: 1, balanceCents: -50_00 })).toBe(true);
  });

  test('BULK-03, LINK-03: an invoice is to be reviewed by itself beyond the tolerance, in a show that only warns beyond the balance', () => {
    const tolerance = { overReliefToleranceAmount: 5, overReliefTolerancePercent: 1 };
    const refuse = parseSettings({ ...newShowSettings, ...tolerance });
    const warn = parseSettings({ ...tolerance });
    const off = parseSettings({ ...newShowSettings, purchaseOrderRelieveResources: false });
    const of = (takenCents: number) =>
      [refuse, warn, off].map((one) => isOverRelief([draw({ takenCents })], one));
    // One percent of 1,000.00 is more than 5.00.
    expect(of(100_00)).toEqual([false, false, false]);
    expect(of(110_00)).toEqual([false, true, false]);
    expect(of(110_01)).toEqual([true, true, false]);
    expect(isOverRelief([], refuse)).toBe(false);
  });

  test('DEC-39: a negative line is measured in the other direction', () => {
    const credit = { totalCents: -100_00, balanceCents: -100_00 };
    expect(isExcessive({ ...credit, takenCents: -100_00 })).toBe(false);
    expect(isExcessive({ ...credit, takenCents: -100_01 })).toBe(true);
    expect(isExcessive({ ...credit, takenCents: 10_00 })).toBe(false);
  });

  test('RL-12: the larger of amount and percent is the tolerance, also for the largest totals', () => {
    const tolerance = { amountCents: 1_00, percentHundredths: 1_00 };
    expect(isExcessive({ takenCents: 110_00 }, tolerance)).toBe(false);
    expect(isExcessive({ takenCents: 110_01 }, tolerance)).toBe(true);
    const huge = { totalCents: 999_999_999_999, balanceCents: 0 };
    const whole = { amountCents: 0, percentHundredths: 100_00 };
    expect(isExcessive({ ...huge, takenCents: 999_999_999_999 }, whole)).toBe(false);
    expect(isExcessive({ ...huge, takenCents: 1_000_000_000_000 }, whole)).toBe(true);
  });

  test('DEC-39: the refusal names line, balance and excess', () => {
    const refusal = reliefExceeded([draw(), draw({ lineNumber: null, balanceCents: -5_00 })], 'EUR');
    expect([refusal.status, refusal.code]).toEqual([422, 'relief_exceeded']);
    expect(refusal.detail.message).toBe(
      'Line 1 of PO 00042 has €100,00 left; this invoice exceeds it by €800,00. ' +
        'PO 00042 is already exceeded by €5,00; with this invoice by €905,00.',
    );
    expect(refusal.detail.body).toEqual({
      excesses: [
        { poNumber: '00042', lineNumber: 1, balance: 100, excess: 800 },
        { poNumber: '00042', lineNumber: null, balance: -5, excess: 905 },
      ],
    });
  });

  test('ER-19: a right-to-left number is isolated in the sentence', () => {
    const poNumber = '\u05D0\u05D1-1';
    const { detail } = reliefExceeded([draw({ poNumber })], 'USD');
    expect(detail.message).toContain(`PO \u2068${poNumber}\u2069 has $100.00 left`);
    expect(detail.body).toMatchObject({ excesses: [{ poNumber }] });
  });

  test('RL-13: only a marked step that the document must pass counts', () => {
    const flow = workflow('PENDING', 'PENDING');
    const marked = (order: number) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, mayApproveOverRelief: step.order === order })),
    });
    const [first] = flow.steps;
    expect(mayApproveOverRelief(flow)).toBe(false);
    expect(mayApproveOverRelief(marked(first?.order ?? 0))).toBe(true);
    expect(mayApproveOverRelief({ ...marked(flow.finalOrder), finalOrder: flow.finalOrder - 1 })).toBe(false);
  });
});
