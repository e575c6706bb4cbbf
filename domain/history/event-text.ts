import { changeSentence } from './document-changes.ts';
import type { FieldChange } from './document-changes.ts';
import { capitalize } from '#domain/documents/document-name';
import { historyTexts } from './history.ts';
import type { HistoryType } from '#domain/documents/history-type';

/** Texts of actions that are neither history entries nor changes. */
const actions: Readonly<Record<string, string>> = {
  create: 'Created',
  save: 'Saved',
  'edit-in-approval': 'Edited in approval',
  note: 'Note added',
  'edit-note': 'Note edited',
  ask: 'Question asked',
  answer: 'Question answered',
  'withdraw-question': 'Question withdrawn',
  attach: 'Attachments saved',
  pull: 'Pulled from approval',
  push: 'Pushed to accounting',
  'pull-from-accounting': 'Pulled from accounting',
  'update-temp-vendor': 'Temporary vendor updated',
  import: 'Imported',
  cancel: 'Canceled',
  discard: 'Change order discarded',
  'withdraw-file': 'File withdrawn',
  restart: 'Approval restarted on a new version of the flow',
  'replace-approver': 'Approver replaced',
  seal: 'Sealed',
};

/** Describes an event for the audit log and the audit pack. */
export function eventText(event: {
  action: string;
  historyType: HistoryType | null;
  changes: readonly FieldChange[];
}): string {
  const { action, historyType, changes } = event;
  if (historyType) return historyTexts[historyType];
  if (changes.length > 0) return capitalize(changeSentence({ action, changes: [...changes] }));
  return actions[action] ?? action;
}
