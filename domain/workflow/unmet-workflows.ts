import type { TemplateType } from '#domain/document';
import type { Modules, Role } from '#domain/identity/permissions';
import type { StepKind } from './workflow.ts';
import { ableToApprove } from './workflow-template.ts';

/** A step of an approval flow with those who are listed on it. */
export interface ListedStep {
  flowId: string;
  flow: string;
  type: TemplateType;
  step: string;
  kind: StepKind;
  approvalsNeeded: number;
  approverIds: readonly string[];
}

export interface ActiveMember {
  id: string;
  role: Role;
  invoiceModuleVisible: boolean;
  paymentModuleVisible: boolean;
}

/** A step that fewer users can approve than it needs: documents sent through it wait (DEC-23). */
export interface UnmetStep {
  flowId: string;
  flow: string;
  step: string;
  /** The department in which they are too few; null: in the whole show. */
  department: string | null;
  approvalsNeeded: number;
  ableToApprove: number;
}

function isUsed(type: TemplateType, modules: Modules): boolean {
  if (type === 'INVOICE') return modules.invoices;
  return type === 'PURCHASE_ORDER' || modules.payments;
}

/**
 * DEC-21, DEC-23: the steps of a show's flows that cannot be met. A department step is judged for each department that
 * has one of its approvers; where none has, for the show.
 */
export function unmetSteps(
  steps: readonly ListedStep[],
  members: readonly ActiveMember[],
  departments: readonly { name: string; memberIds: readonly string[] }[],
  modules: Modules,
): UnmetStep[] {
  return steps
    .filter(({ type }) => isUsed(type, modules))
    .flatMap(({ type, kind, approverIds, approvalsNeeded, flowId, flow, step }) => {
      const able = members
        .filter((one) => approverIds.includes(one.id) && ableToApprove({ ...one, isActive: true }, type))
        .map(({ id }) => id);
      const served = departments
        .map(({ name, memberIds }) => ({ name, count: able.filter((id) => memberIds.includes(id)).length }))
        .filter(({ count }) => count > 0);
      const found = { flowId, flow, step, approvalsNeeded };
      const whole = [{ ...found, department: null, ableToApprove: kind === 'STANDARD' ? able.length : 0 }];
      const each = served.map(({ name, count }) => ({ ...found, department: name, ableToApprove: count }));
      const judged = kind === 'DEPARTMENT' && each.length > 0 ? each : whole;
      return judged.filter((one) => one.ableToApprove < approvalsNeeded);
    });
}
