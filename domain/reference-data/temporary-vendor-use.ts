import type { DocType } from '#domain/document';
import { can, holdsCreate, isAdmin, moduleVisible } from '#domain/identity/permissions';
import type { Modules, Permissions } from '#domain/identity/permissions';

/** Open documents that use one temporary vendor, counted by how the user stands to them. */
export interface VendorUse {
  docType: DocType;
  /** Otherwise a draft. */
  inApproval: boolean;
  isOwner: boolean;
  /** It waits for this user: they are a current approver. */
  isWaiting: boolean;
  count: number;
}

/** What the user is told before they change a temporary vendor. */
export interface VendorUseCount {
  /** Open documents that use its record, besides the one that is being edited. */
  others: number;
  /** Otherwise the change makes a separate record. */
  canEditAll: boolean;
}

interface Editor {
  permissions: Permissions;
  modules: Modules;
}

function mayEdit(editor: Editor, use: VendorUse): boolean {
  if (!moduleVisible(editor.modules, use.docType)) return false;
  if (use.inApproval) return use.isWaiting;
  if (!holdsCreate(editor.permissions, use.docType)) return false;
  return use.isOwner || isAdmin(editor.permissions, use.docType);
}

/** DEC-34: a record changes only by somebody who may edit each open document that uses it (DEC-16). */
export function mayChangeRecord(editor: Editor, uses: readonly VendorUse[]): boolean {
  return uses.every((use) => mayEdit(editor, use));
}

/**
 * DEC-53: a tax form is taken off by users who may change the vendor; owners may while their document is in approval, too.
 * Where no open document uses the vendor, FULL `Show` is needed.
 */
export function mayTakeTaxFormOff(editor: Editor, uses: readonly VendorUse[]): boolean {
  if (uses.length === 0) return can(editor.permissions, 'Show', 'FULL');
  const isOwn = (use: VendorUse) => use.isOwner && moduleVisible(editor.modules, use.docType);
  return uses.every((use) => isOwn(use) || mayEdit(editor, use));
}

export function countUses(editor: Editor, uses: readonly VendorUse[]): VendorUseCount {
  return {
    others: uses.reduce((sum, { count }) => sum + count, 0),
    canEditAll: mayChangeRecord(editor, uses),
  };
}
