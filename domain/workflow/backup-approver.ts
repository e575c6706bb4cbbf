import { absenceOf } from './missing-approvers.ts';
import type { Absence, People } from './missing-approvers.ts';
import { votersOf } from './one-vote.ts';
import { listedOn } from './workflow.ts';
import type { Approver, InstanceStep } from './workflow.ts';

/** Why a step has no backup approver who could be added. */
export type BackupRefusal = Absence | 'NONE' | 'LISTED';

/**
 * Returns why the backup approver cannot be added to a step, or null: the checks of a listed approver at submit, and
 * nobody has two votes of one step (NUDGE-06).
 */
export function backupRefusal(
  step: InstanceStep,
  backup: Approver | null,
  people: People,
): BackupRefusal | null {
  if (backup === null) return 'NONE';
  const { userId } = backup;
  const castAnother = step.approvals.flatMap(votersOf).includes(userId);
  if (listedOn(step, userId) || castAnother) return 'LISTED';
  return absenceOf(userId, step.kind, people);
}
