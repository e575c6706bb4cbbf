import { describe, expect, test } from 'vitest';
import {
  withDefaultCodes,
  applyCodesToEmpty,
  codesOffer,
  revertCell,
  withCode,
} from '../../../web/src/forms/document/lines/line-edits.ts';
import { purchaseOrderLineEditor } from '../../../web/src/forms/purchase-order/line-editor.tsx';
import { givenLine as line } from '../../domain/purchase-orders/fixtures.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

function account(codes: readonly string[], config_type = 'ACCOUNT'): AccountField {
  const parts = codes.map((id_code) => ({ account_part_id: `A-${id_code}`, id_code, is_active: true }));
  return { config_type, account_parts: parts } as unknown as AccountField;
}

describe('setting codes and cells of a line', () => {
  const editor = purchaseOrderLineEditor({
    currency: 'USD',
    coding: { fields: null, allowed: {} },
    taxCodes: [],
    lockedLineCount: 0,
    codesAsOf: null,
    updateRentalQuantity: false,
  });

  test('LI-28: codes of an earlier order fill only lines without codes', () => {
    const fields = [account(['2310', '2400'])];
    const codes = { ACCOUNT: '2310', EPISODE: '101' };
    expect(applyCodesToEmpty(line(), codes, fields)).toMatchObject({
      coding: codes,
      coaExternalId: 'A-2310',
    });
    expect(applyCodesToEmpty(line({ coding: { ACCOUNT: '2400' } }), codes, fields)).toMatchObject({
      coding: { ACCOUNT: '2400', EPISODE: '101' },
      coaExternalId: 'A-2400',
    });
  });

  test('ENTRY-06: lines without codes are offered those of the nearest line above', () => {
    const { context } = editor;
    const coded = (code: string, keyId: string) => ({ ...line({ coding: { ACCOUNT: code } }), keyId });
    const blank = (keyId: string) => ({ ...line(), keyId });
    const offer = { row: 1, codes: { ACCOUNT: '2400' }, keyIds: ['c', 'e'] };
    const lines = [coded('2310', 'a'), coded('2400', 'b'), blank('c'), coded('2310', 'd'), blank('e')];
    expect(codesOffer(lines, context)).toEqual(offer);
    expect(codesOffer(lines.slice(0, 2), context)).toBeNull();
    expect(codesOffer([blank('c'), coded('2310', 'd')], context)).toBeNull();
    // Lines that a change order may not edit stay as they are.
    expect(codesOffer(lines.slice(0, 3), { ...context, lockedLineCount: 3 })).toBeNull();
    // A code that every line gets by itself is none of its own.
    const only = { fields: [account(['IN1'], 'INSURANCE')], allowed: {} };
    const insured = (one: ReturnType<typeof coded>) => withDefaultCodes(one, only);
    expect(
      codesOffer([insured(coded('2310', 'a')), insured(blank('b'))], { ...context, coding: only }),
    ).toEqual({
      row: 0,
      codes: { ACCOUNT: '2310', INSURANCE: 'IN1' },
      keyIds: ['b'],
    });
  });

  test('LI-01: a chosen episode replaces the line’s episode, and clearing it removes it', () => {
    const before = line({ episode: '101' });
    const chosen = withCode(before, 'EPISODE', '102', []);
    expect(chosen).toMatchObject({ episode: '102', coding: { EPISODE: '102' } });
    expect(withCode(chosen, 'EPISODE', '', [])).toMatchObject({ episode: '', coding: {} });
    expect(withCode(before, 'SET', 'S010', [])).toMatchObject({ episode: '101', coding: { SET: 'S010' } });
  });

  test('LI-01, LI-29: an episode outside the codes is not replaced by the only allowed one', () => {
    const fields = [account(['2310']), account(['101', '102'], 'EPISODE')];
    const allowed = { EPISODE: ['102'] };
    const coding = { fields, allowed: {} };
    const beside = line({ episode: '101', coding: { ACCOUNT: '2310' } });
    expect(withDefaultCodes(beside, coding)).toBe(beside);
    const only = { fields: [account(['102'], 'EPISODE')], allowed: {} };
    expect(withDefaultCodes(beside, only)).toBe(beside);
    expect(withDefaultCodes({ ...beside, episode: '' }, only)).toMatchObject({
      episode: '102',
      coding: { ACCOUNT: '2310', EPISODE: '102' },
    });
    expect(withDefaultCodes({ ...beside, coding: {} }, coding)).toMatchObject({
      episode: '101',
      coding: { ACCOUNT: '2310', EPISODE: '101' },
    });
    // A code that the department may not use is removed from both places (LI-30).
    expect(withDefaultCodes(beside, { fields, allowed })).toMatchObject({
      episode: '102',
      coding: { ACCOUNT: '2310', EPISODE: '102' },
    });
  });

  test('LI-01: codes of an earlier order respect an episode outside the codes', () => {
    const beside = line({ episode: '101', coding: { ACCOUNT: '2310' } });
    expect(applyCodesToEmpty(beside, { EPISODE: '102', SET: 'S010' }, []).coding).toEqual({
      ACCOUNT: '2310',
      EPISODE: '101',
      SET: 'S010',
    });
  });

  test('DEC-80: Escape restores only the edited cell of that line', () => {
    const was = { cell: 'quantity', line: line({ keyId: 'a', quantity: 2, description: 'Tape' }) };
    const now = line({ keyId: 'a', quantity: 7, description: 'Gaffer', coding: { ACCOUNT: '2310' } });
    expect(revertCell(was, now, 'quantity', editor)).toEqual({ ...now, quantity: 2 });
    expect(revertCell(was, now, 'unitCost', editor)).toBe(now);
    const movedUp = line({ keyId: 'b', quantity: 9 });
    expect(revertCell(was, movedUp, 'quantity', editor)).toBe(movedUp);
  });

  test('LI-23, DEC-80: Escape in a rental date also restores the quantity', () => {
    const was = { cell: 'rentalEnd', line: line({ keyId: 'a', quantity: 3, rentalEnd: '2026-12-03' }) };
    const now = { ...was.line, quantity: 5, rentalEnd: '2026-12-05' };
    expect(revertCell(was, now, 'rentalEnd', editor)).toEqual(was.line);
  });
});
