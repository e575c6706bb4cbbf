import type { TemplateType } from '#domain/document';
import type { Modules, Role } from '#domain/identity/permissions';
import type { StepKind } from './workflow.ts';
import { isEligibleApprover } from './workflow-template.ts';
import type { UnmetStep } from './workflow-template-response.ts';

/** A step of an approval flow with its listed approvers. */
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

function isUsed(type: TemplateType, modules: Modules): boolean {
  if (type === 'INVOICE') return modules.invoices;
  return type === 'PURCHASE_ORDER' || modules.payments;
}

/**
 * Returns the steps of a show's flows that cannot be completed (DEC-21, DEC-23). A department step is checked for each
 * department that has one of its listed approvers, who may be inactive by now, or for the show when none has.
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
      const eligibleIds = members
        .filter((one) => approverIds.includes(one.id) && isEligibleApprover({ ...one, isActive: true }, type))
        .map(({ id }) => id);
      const departmentCounts = departments
        .filter(({ memberIds }) => approverIds.some((id) => memberIds.includes(id)))
        .map(({ name, memberIds }) => ({
          name,
          count: eligibleIds.filter((id) => memberIds.includes(id)).length,
        }));
      const base = { flowId, flow, step, approvalsNeeded };
      const whole = [
        { ...base, department: null, ableToApprove: kind === 'STANDARD' ? eligibleIds.length : 0 },
      ];
      const each = departmentCounts.map(({ name, count }) => ({
        ...base,
        department: name,
        ableToApprove: count,
      }));
      const checked = kind === 'DEPARTMENT' && each.length > 0 ? each : whole;
      return checked.filter((one) => one.ableToApprove < approvalsNeeded);
    });
}
