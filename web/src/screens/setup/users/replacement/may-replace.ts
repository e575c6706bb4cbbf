import { templateTypes } from '#domain/document';
import { templateLevel } from '#domain/workflow/workflow-template';
import { useSession } from '../../../../session/session.tsx';

/** Whether the signed-in user may replace approvers in the flows of at least one type (REPL-01). */
export function useMayReplace(): boolean {
  const { permissions, invoices, payments } = useSession().rights;
  const member = { permissions, modules: { invoices, payments } };
  return (
    permissions.UserManagement === 'FULL' &&
    templateTypes.some((type) => templateLevel(member, type) === 'FULL')
  );
}
