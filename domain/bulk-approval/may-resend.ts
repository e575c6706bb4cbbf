import type { DocType } from '#domain/document';
import { isAdmin, isApprover } from '#domain/identity/permissions';
import type { Permissions, Role } from '#domain/identity/permissions';

/**
 * Whether the user may be among the senders of one of these documents, as far as a list shows it. A list does not show
 * who is on an approval flow, so of an approver only the preview knows (BULK-07).
 */
export function mayResendSome(
  user: { userId: string; role: Role; permissions: Permissions },
  docType: DocType,
  documents: readonly { ownerId?: string }[],
): boolean {
  return (
    isAdmin(user.permissions, docType) ||
    isApprover(user.role) ||
    documents.some(({ ownerId }) => ownerId === user.userId)
  );
}
