import { Refusal } from '#domain/codes';
import { docTypes, templateTypeOf } from '#domain/document';
import type { DocType } from '#domain/document';
import { templateLevel } from '#domain/workflow/workflow-template';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

/** Documents of one replacement. */
export const maxDocuments = 20_000;

/**
 * The document types whose flows the user may change. Throws `FORBIDDEN` for users who may not replace approvers of any
 * (REPL-01).
 */
export function replaceableTypes(context: Pick<RequestContext, 'permissions' | 'modules'>): DocType[] {
  requirePermission(context.permissions, 'UserManagement');
  const types = docTypes.filter((type) => templateLevel(context, templateTypeOf[type]) === 'FULL');
  if (types.length === 0) throw new Refusal('FORBIDDEN');
  return types;
}
