import { describe, test } from 'vitest';
import {
  approved,
  byDepartment,
  bySpecial,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import type { Subject } from '#domain/lifecycle/subject';
import { permissionsOf } from '#domain/identity/permissions';
import { bystander, check, table } from './permission-tables.ts';
import { actor, admin, deborah, frank, gina, inState, openChangeOrder, outsider, owner } from './fixtures.ts';

/** Owner of the document whose role can no longer create this type, and who may not void. */
const demoted = actor('owner', 'PO Creator', {
  departmentIds: ['camera'],
  permissions: {
    ...permissionsOf({ role: 'PO Creator', voidPo: false, voidInvoice: false }),
    CreatePurchaseOrders: 'READ',
  },
});

const open = { changeOrder: openChangeOrder };
const lastWorkflow = { instance: inState(approved).instance };

const purchaseOrders: Record<string, Subject> = {
  Draft: inState(draft),
  Revision: inState(needsRevision),
  Submitted: inState(submitted),
  Department: inState(byDepartment),
  Special: inState(bySpecial),
  Approved: inState(approved),
  Void: inState(voided),
  'CO draft': inState(draft, { ...open, ...lastWorkflow }),
  'CO revision': inState(needsRevision, open),
  'CO submitted': inState(submitted, open),
};

describe('DEC-25, DEC-26, DEC-98: purchase orders', () => {
  test.each(
    table(purchaseOrders, {
      Draft: 'WW ..FF. WWWW PWWWF',
      Revision: 'WW ..FF. WWWW PWWWF',
      Submitted: 'WW PPFF. W.WP PWWWF',
      Department: 'WW PPFF. W.WP PWWWF',
      Special: 'WW PPFF. W.WP PWWWF',
      Approved: 'WW PPFF. WW.P P..WF',
      Void: 'WW PWFFW WWWW PWWWF',
      'CO draft': 'WW ..FF. WWW. PWWWF',
      'CO revision': 'WW ..FF. WWWW PWWWF',
      'CO submitted': 'WW PPFF. W.WP PWWWF',
    }),
  )('the owner, %s', (_name, state, letters) => check(owner, state, letters));

  test.each(
    table(purchaseOrders, {
      Draft: 'WW ..WW. WWWW PWWWF',
      Revision: 'WW ..WW. WWWW PWWWF',
      Submitted: 'WW PPFF. W.WP PWWWF',
      Department: 'WW PPFF. W.WP PWWWF',
      Special: 'WW PPFF. W.WP PWWWF',
      Approved: 'WW PPWW. WW.P P..WF',
      Void: 'WW PWWWW WWWW PWWWF',
      'CO draft': 'WW ..WW. WWW. PWWWF',
      'CO revision': 'WW ..WW. WWWW PWWWF',
      'CO submitted': 'WW PPFF. W.WP PWWWF',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(purchaseOrders, {
      Draft: 'WF FFWWF FFFF FFFFF',
      Revision: 'WW FFWWF WFWF PWWWF',
      Submitted: 'WW FF... WFWF .WWWF',
      Department: 'WW FF... WFWF .WWWF',
      Special: 'WW FF... WFWF .WWWF',
      Approved: 'WW FFWW. WF.F P..WF',
      Void: 'WW FFWWW WFWF PWWWF',
      'CO draft': 'WW FFWWF WFWF PWWWF',
      'CO revision': 'WW FFWWF WFWF PWWWF',
      'CO submitted': 'WW FF... WFWF .WWWF',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(purchaseOrders, {
      Draft: 'WF FFWWF FFFF FFFFF',
      Revision: 'WW FFWWF WFWF PWWWF',
      Submitted: 'WW FFFF. WFWF PWWWF',
      Department: 'WW FFFF. WFWF PWWWF',
      Special: 'WW FFFF. WFWF PWWWF',
      Approved: 'WW FFWW. WF.F P..WF',
      Void: 'WW FFWWW WFWF PWWWF',
      'CO draft': 'WW FFWWF WFWF PWWWF',
      'CO revision': 'WW FFWWF WFWF PWWWF',
      'CO submitted': 'WW FFFF. WFWF PWWWF',
    }),
  )('the approver who approved the first step, %s', (_name, state, letters) =>
    check(deborah, state, letters),
  );

  test('DEC-41: a listed approver who has not approved may not void an approved PO', () => {
    check(gina, inState(approved), 'WW FFWWF WF.F P..WF');
  });

  test.each(Object.entries(purchaseOrders))('an outsider, %s: learns nothing', (name, state) => {
    const letters = name === 'Draft' ? 'WFFFWWFFFFFFFFFF' : 'WFFFFFFFFFFFFFFF';
    check(outsider, state, letters);
    check(bystander, state, 'WFFFFFFFFFFFFFFF');
  });

  test.each(
    table(purchaseOrders, {
      Draft: 'FW FFFFF WFFF PWWWF',
      Revision: 'FW FFFFF WFFF PWWWF',
      Submitted: 'FW FFFFF WFFF PWWWF',
      Department: 'FW FFFFF WFFF PWWWF',
      Special: 'FW FFFFF WFFF PWWWF',
      Approved: 'FW FFFFF WFFF P..WF',
      Void: 'FW FFFFF WFFF PWWWF',
      'CO draft': 'FW FFFFF WFFF PWWWF',
      'CO revision': 'FW FFFFF WFFF PWWWF',
      'CO submitted': 'FW FFFFF WFFF PWWWF',
    }),
  )('an owner without the FULL permissions, %s', (_name, state, letters) => check(demoted, state, letters));
});
