import { Refusal } from '#domain/codes';
import type { FieldChange } from '#domain/history/document-changes';
import { backupRefusal } from '#domain/workflow/backup-approver';
import type { BackupRefusal } from '#domain/workflow/backup-approver';
import { forbidsSelfApproval } from '#domain/workflow/self-approval';
import { workingDaysText } from '#domain/workflow/working-days';
import { usedVoteUserIds } from '#domain/workflow/one-vote';
import { lacksVoters } from '#domain/workflow/vote';
import { currentStep } from '#domain/workflow/workflow';
import { notify, type AllowedAction, type Outcome } from './allowed-action.ts';
import type { NotifyEvent } from './notify-event.ts';
import { selfApproverIds, waitingPeople } from './subject.ts';

/** An entry of the list of changes: who was notified or added (NUDGE-03). */
function entry(label: string, after: string): FieldChange {
  return { field: 'reminders', label, before: '', after, unit: 'text' };
}

/** Notifies those with whom the document waits; nothing else changes (NUDGE-01, NUDGE-05). */
function remindWith({ subject, actor }: AllowedAction, event: NotifyEvent, label: string): Outcome {
  const people = waitingPeople(subject).filter(({ userId }) => userId !== actor.userId);
  const ids = [...new Set(people.map(({ userId }) => userId))];
  return {
    effects: notify(actor, event, ids),
    changes: [entry(label, people.map(({ name }) => name).join(', ') || 'Nobody')],
  };
}

export function nudge(allowed: AllowedAction): Outcome {
  return remindWith(allowed, 'NUDGE', 'Nudged');
}

function afterDays(days: number | null | undefined): string {
  return `after ${workingDaysText(days ?? 0)}`;
}

export function remind(allowed: AllowedAction): Outcome {
  const { remindAfterDays } = currentStep(allowed.subject.instance) ?? {};
  return remindWith(allowed, 'REMINDER', `Reminded ${afterDays(remindAfterDays)}`);
}

const refusalTexts: Record<Exclude<BackupRefusal, 'NONE'>, string> = {
  LISTED: 'is already an approver of the step',
  INACTIVE: 'is no longer active',
  ROLE: 'cannot approve',
  DEPARTMENT: 'is not in the department',
  SELF: 'cannot approve their own document',
  VOTED: 'has already approved this document',
  RESUBMIT: 'cannot approve',
};

/**
 * Adds the backup approver to the step, and notifies the Show Admins if nobody could be added, or if the step has too few
 * votes left even so: a step escalates only once (NUDGE-06, COV-22).
 */
export function escalate({ subject, actor, settings, input }: AllowedAction): Outcome {
  const { instance } = subject;
  const step = currentStep(instance);
  if (!instance || !step || !input.escalation) throw new Refusal('WORKFLOW_CONFLICT');
  const { backup, people, admins } = input.escalation;
  const selfIds = forbidsSelfApproval(settings, subject.totalCents) ? selfApproverIds(subject) : [];
  const refusal = backupRefusal(step, backup, { ...people, selfIds, usedVoteIds: usedVoteUserIds(instance) });
  const isShort = lacksVoters(instance);
  const label = isShort
    ? 'Backup approver, too few votes left'
    : `Backup approver ${afterDays(step.escalateAfterDays)}`;
  const adminIds = admins.map(({ userId }) => userId);
  const notified = admins.length === 0 ? '' : `; notified ${admins.map(({ name }) => name).join(', ')}`;
  if (backup && refusal === null) {
    const steps = instance.steps.map((one) =>
      one.id === step.id ? { ...one, approvers: [...one.approvers, backup] } : one,
    );
    const updated = { ...instance, steps };
    const isStillShort = lacksVoters(updated);
    return {
      workflow: { kind: 'UPDATE', instance: updated },
      queue: { leave: 'NOBODY', join: { stepId: step.id, userIds: [backup.userId] } },
      addedApprover: backup,
      effects: [
        ...notify(actor, isShort ? 'ESCALATED_AT_ONCE' : 'ESCALATED', [backup.userId]),
        ...(isStillShort ? notify(actor, 'TOO_FEW_VOTES', adminIds) : []),
      ],
      changes: [entry(label, isStillShort ? `${backup.name}${notified}` : backup.name)],
    };
  }
  const reason =
    backup && refusal !== null && refusal !== 'NONE' ? `${backup.name} ${refusalTexts[refusal]}` : 'None';
  return {
    effects: notify(actor, 'NO_BACKUP', adminIds),
    changes: [entry(label, `${reason}${notified}`)],
  };
}
