import type { DocType } from '#domain/document';
import { can, hasCreatePermission, isAdmin, moduleVisible } from '#domain/identity/permissions';
import type { Modules, Permissions } from '#domain/identity/permissions';
import type { VendorUseCount } from './reference-data-response.ts';

/** Number of open documents that use a temporary vendor, grouped by the user's relation to them. */
export interface VendorUse {
  docType: DocType;
  /** False for a draft. */
  inApproval: boolean;
  isOwner: boolean;
  /** True when this user is a current approver. */
  isWaiting: boolean;
  count: number;
}

interface Editor {
  permissions: Permissions;
  modules: Modules;
}

function mayEdit(editor: Editor, use: VendorUse): boolean {
  if (!moduleVisible(editor.modules, use.docType)) return false;
  if (use.inApproval) return use.isWaiting;
  if (!hasCreatePermission(editor.permissions, use.docType)) return false;
  return use.isOwner || isAdmin(editor.permissions, use.docType);
}

/** A record can be changed only by users who may edit each open document that uses it (DEC-34, DEC-16). */
export function mayChangeRecord(editor: Editor, uses: readonly VendorUse[]): boolean {
  return uses.every((use) => mayEdit(editor, use));
}

/**
 * True for users who may change the vendor, and for owners while their document is in approval. Without open documents,
 * FULL `Show` is required (DEC-53).
 */
export function mayRemoveTaxForm(editor: Editor, uses: readonly VendorUse[]): boolean {
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
