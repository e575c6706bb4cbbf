import { describe, test } from 'vitest';
import {
  approved,
  byDepartment,
  bySpecial,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle-row';
import type { Subject } from '#domain/lifecycle-subject';
import { permissionsOf } from '#domain/permissions';
import { bystander, check, table } from './lifecycle-cells.ts';
import {
  actor,
  admin,
  deborah,
  frank,
  gina,
  inState,
  openChangeOrder,
  outsider,
  owner,
} from './lifecycle-given.ts';

/** Owner of the document whose role no longer creates this type, and who may not void. */
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
      Draft: 'WW ..FF. WWWW PWWW',
      Revision: 'WW ..FF. WWWW PWWW',
      Submitted: 'WW PPFF. W.WP PWWW',
      Department: 'WW PPFF. W.WP PWWW',
      Special: 'WW PPFF. W.WP PWWW',
      Approved: 'WW PPFF. WW.P P..W',
      Void: 'WW PWFFW WWWW PWWW',
      'CO draft': 'WW ..FF. WWW. PWWW',
      'CO revision': 'WW ..FF. WWWW PWWW',
      'CO submitted': 'WW PPFF. W.WP PWWW',
    }),
  )('the owner, %s', (_name, state, letters) => check(owner, state, letters));

  test.each(
    table(purchaseOrders, {
      Draft: 'WW ..WW. WWWW PWWW',
      Revision: 'WW ..WW. WWWW PWWW',
      Submitted: 'WW PPFF. W.WP PWWW',
      Department: 'WW PPFF. W.WP PWWW',
      Special: 'WW PPFF. W.WP PWWW',
      Approved: 'WW PPWW. WW.P P..W',
      Void: 'WW PWWWW WWWW PWWW',
      'CO draft': 'WW ..WW. WWW. PWWW',
      'CO revision': 'WW ..WW. WWWW PWWW',
      'CO submitted': 'WW PPFF. W.WP PWWW',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(purchaseOrders, {
      Draft: 'WF FFWWF FFFF FFFF',
      Revision: 'WW FFWWF WFWF PWWW',
      Submitted: 'WW FF... WFWF .WWW',
      Department: 'WW FF... WFWF .WWW',
      Special: 'WW FF... WFWF .WWW',
      Approved: 'WW FFWW. WF.F P..W',
      Void: 'WW FFWWW WFWF PWWW',
      'CO draft': 'WW FFWWF WFWF PWWW',
      'CO revision': 'WW FFWWF WFWF PWWW',
      'CO submitted': 'WW FF... WFWF .WWW',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(purchaseOrders, {
      Draft: 'WF FFWWF FFFF FFFF',
      Revision: 'WW FFWWF WFWF PWWW',
      Submitted: 'WW FFFF. WFWF PWWW',
      Department: 'WW FFFF. WFWF PWWW',
      Special: 'WW FFFF. WFWF PWWW',
      Approved: 'WW FFWW. WF.F P..W',
      Void: 'WW FFWWW WFWF PWWW',
      'CO draft': 'WW FFWWF WFWF PWWW',
      'CO revision': 'WW FFWWF WFWF PWWW',
      'CO submitted': 'WW FFFF. WFWF PWWW',
    }),
  )('the approver who approved the first step, %s', (_name, state, letters) =>
    check(deborah, state, letters),
  );

  test('DEC-41: a listed approver who has not approved may not void an approved PO', () => {
    check(gina, inState(approved), 'WW FFWWF WF.F P..W');
  });

  test.each(Object.entries(purchaseOrders))('an outsider, %s: learns nothing', (name, state) => {
    const letters = name === 'Draft' ? 'WFFFWWFFFFFFFFF' : 'WFFFFFFFFFFFFFF';
    check(outsider, state, letters);
    check(bystander, state, 'WFFFFFFFFFFFFFF');
  });

  test.each(
    table(purchaseOrders, {
      Draft: 'FW FFFFF WFFF PWWW',
      Revision: 'FW FFFFF WFFF PWWW',
      Submitted: 'FW FFFFF WFFF PWWW',
      Department: 'FW FFFFF WFFF PWWW',
      Special: 'FW FFFFF WFFF PWWW',
      Approved: 'FW FFFFF WFFF P..W',
      Void: 'FW FFFFF WFFF PWWW',
      'CO draft': 'FW FFFFF WFFF PWWW',
      'CO revision': 'FW FFFFF WFFF PWWW',
      'CO submitted': 'FW FFFFF WFFF PWWW',
    }),
  )('an owner without the FULL permissions, %s', (_name, state, letters) => check(demoted, state, letters));
});
