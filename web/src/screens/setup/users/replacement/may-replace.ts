import { templateTypes } from '#domain/document';
import type { TemplateType } from '#domain/document';
import { templateLevel } from '#domain/workflow/workflow-template';
import { useSession } from '../../../../session/session.tsx';

/** Whether the signed-in user may replace approvers in the flows of this type, or of at least one (REPL-01). */
export function useMayReplace(type?: TemplateType): boolean {
  const { permissions, invoices, payments } = useSession().rights;
  const member = { permissions, modules: { invoices, payments } };
  return (
    permissions.UserManagement === 'FULL' &&
    templateTypes.some((one) => (type ?? one) === one && templateLevel(member, one) === 'FULL')
  );
}
