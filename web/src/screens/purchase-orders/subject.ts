import { useMemo } from 'react';
import type { Code } from '#domain/codes';
import { editRefusal, refusal } from '#domain/lifecycle';
import type { Action } from '#domain/lifecycle-row';
import type { Actor, Subject } from '#domain/lifecycle-subject';
import type { PurchaseOrder } from '#domain/purchase-order';
import { subjectOf } from '#domain/purchase-order-subject';
import { useMyDepartments } from '../../forms/purchase-order/reference.ts';
import { useSession } from '../../session/session.tsx';
import type { Session } from '../../session/session.tsx';

/** The signed-in user as the rules of the lifecycle know people. */
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

export interface Rules {
  subject: Subject;
  actor: Actor;
  /** Why the user may not do this now, or null: the very question that the server asks. */
  ask: (action: Action) => Code | null;
  /** DEC-16. */
  askEdit: () => Code | null;
}

/** The rules about one PO for the signed-in user. */
export function useRules(order: PurchaseOrder): Rules {
  const session = useSession();
  const { data: meta } = useMyDepartments();
  const { settings } = session.config;
  return useMemo(() => {
    const departmentIds = (meta?.departments ?? []).map(({ id }) => id);
    const actor = actorOf(session, departmentIds);
    const subject = subjectOf(order);
    return {
      subject,
      actor,
      ask: (action) => refusal(subject, action, actor, settings),
      askEdit: () => editRefusal(subject, actor, settings),
    };
  }, [session, meta, order, settings]);
}
