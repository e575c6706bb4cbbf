import { useMemo } from 'react';
import { attachRefusal } from '#domain/lifecycle/attachment-permission';
import { attachmentIssues } from '#domain/documents/attachments';
import type { Code } from '#domain/codes';
import { editable } from '#domain/document';
import { editRefusal, refusal } from '#domain/lifecycle/lifecycle';
import type { Action } from '#domain/lifecycle/transition';
import type { Actor } from '#domain/lifecycle/subject';
import { useSession } from '../../session/session.tsx';
import type { Session } from '../../session/session.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import type { StoredDocument } from './document.ts';
import { useOrderDepartmentId } from './order-department.ts';

/** The signed-in user as the rules of the lifecycle know people. */
function actorOf(
  session: Pick<Session, 'user' | 'rights' | 'config'>,
  departmentIds: readonly string[],
): Actor {
  const { user, rights, config } = session;
  return {
    userId: user.id,
    name: user.name,
    role: rights.role,
    permissions: rights.permissions,
    modules: { invoices: rights.invoices, payments: rights.payments },
    departmentIds,
    specialApprover: config.specialApprover,
    sendUnapproved: config.sendUnapprovedPurchaseOrders,
    isSystem: false,
  };
}

interface Rules {
  /** Why the user may not do this now, or null: the very question that the server asks. */
  ask: (action: Action) => Code | null;
  /** DEC-16. */
  askEdit: () => Code | null;
  /** DEC-13: about its files. */
  askAttach: () => Code | null;
}

/** The rules about one document for the signed-in user. */
export function useRules(document: StoredDocument): Rules {
  const { subject } = document;
  const session = useSession();
  const { data: meta } = useCounts();
  const { settings } = session.config;
  const { departmentId } = subject;
  const isElsewhere =
    departmentId !== null && meta?.departments.some(({ id }) => id === departmentId) === false;
  const orderDepartmentId = useOrderDepartmentId(document, isElsewhere);
  return useMemo(() => {
    // Until the departments are known, the department of the document counts as one of the user's: the server asks again.
    const known = meta?.departments.map(({ id }) => id);
    const departmentIds = known ?? (subject.departmentId === null ? [] : [subject.departmentId]);
    const actor = actorOf(session, departmentIds);
    return {
      ask: (action) => refusal(subject, action, actor, settings, { orderDepartmentId }),
      askEdit: () => editRefusal(subject, actor, settings),
      askAttach: () => attachRefusal(subject, actor),
    };
  }, [session, meta, subject, settings, orderDepartmentId]);
}

/** IN-13: told before the press, by the rule that would refuse it. */
export function lacksFiles({ docType, submissionStatus, attachments }: StoredDocument): boolean {
  if (docType !== 'INVOICE' || !editable(submissionStatus)) return false;
  return attachmentIssues(attachments.length).length > 0;
}
