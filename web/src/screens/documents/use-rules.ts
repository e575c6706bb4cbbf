import { useMemo } from 'react';
import { attachRefusal } from '#domain/lifecycle/attachment-permission';
import { attachmentIssues } from '#domain/documents/attachments';
import type { Code } from '#domain/codes';
import { editable } from '#domain/document';
import { editRefusal, refusal } from '#domain/lifecycle/decide';
import { askRefusal, mayWithdrawQuestion } from '#domain/questions/question-permission';
import type { Action } from '#domain/lifecycle/transition';
import type { Actor } from '#domain/lifecycle/subject';
import { useSession } from '../../session/session.tsx';
import type { Session } from '../../session/session.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import type { StoredDocument } from './document.ts';
import { sharedDepartment, sharedReference } from '#domain/relief/shared-department';
import { useRelievable } from '../../forms/use-relievable.ts';
import { isOf } from './document.ts';

const noParties = { vendorExternalId: '', projectCompanyExternalId: '', currencyExternalId: '' };

/**
 * The department of the PO that all lines of a stored invoice reference, as `departmentRefusal` takes it. While the PO
 * loads, the invoice's department is used; the server decides. Loads nothing unless `isEnabled` (DEC-13).
 */
function useOrderDepartmentId(document: StoredDocument, isEnabled: boolean): string | null {
  const isEditable = isOf(document, 'INVOICE') && editable(document.submissionStatus);
  const invoice =
    isEnabled && isEditable && sharedReference(document.wire.lineItems) !== null ? document.wire : null;
  const parties = invoice
    ? {
        vendorExternalId: invoice.vendor.externalId ?? '',
        projectCompanyExternalId: invoice.projectCompanyExternalId,
        currencyExternalId: invoice.projectCompanyCurrencyExternalId,
      }
    : noParties;
  const { orders } = useRelievable(parties, invoice?.id ?? null);
  if (!invoice) return null;
  if (!orders) return invoice.department?.id ?? null;
  return sharedDepartment(invoice.lineItems, orders)?.id ?? null;
}

/** The current user as an actor of the lifecycle rules. */
export function actorOf(
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
  /** Why the user may not do this now, by the same rule as on the server. Null if they may. */
  check: (action: Action) => Code | null;
  /** (DEC-16) */
  checkEdit: () => Code | null;
  /** For attachments (DEC-13). */
  checkAttach: () => Code | null;
  /** For questions (ASK-01). */
  checkAsk: () => Code | null;
  /** Whether the user may withdraw a question of this user (ASK-05). */
  mayWithdraw: (askerId: string) => boolean;
}

/** The lifecycle rules for one document and the current user. */
export function useRules(document: StoredDocument): Rules {
  const { subject } = document;
  const session = useSession();
  const { data: meta } = useCounts();
  const { settings } = session.config;
  const { departmentId } = subject;
  const isOtherDepartment =
    departmentId !== null && meta?.departments.some(({ id }) => id === departmentId) === false;
  const orderDepartmentId = useOrderDepartmentId(document, isOtherDepartment);
  return useMemo(() => {
    // While the departments are loading, the document's department counts as one of the user's. The server checks
    // again.
    const ownDepartmentIds = meta?.departments.map(({ id }) => id);
    const departmentIds = ownDepartmentIds ?? (subject.departmentId === null ? [] : [subject.departmentId]);
    const actor = actorOf(session, departmentIds);
    return {
      check: (action) => refusal(subject, action, actor, settings, { orderDepartmentId }),
      checkEdit: () => editRefusal(subject, actor, settings),
      checkAttach: () => attachRefusal(subject, actor),
      checkAsk: () => askRefusal(subject, actor),
      mayWithdraw: (askerId) => mayWithdrawQuestion(askerId, subject, actor),
    };
  }, [session, meta, subject, settings, orderDepartmentId]);
}

/** Whether a submit would fail for lack of attachments (IN-13). */
export function needsAttachments({ docType, submissionStatus, attachments }: StoredDocument): boolean {
  if (docType !== 'INVOICE' || !editable(submissionStatus)) return false;
  return attachmentIssues(attachments.length).length > 0;
}
