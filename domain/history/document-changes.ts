import type { Json } from './history.ts';

/** One value that a change replaced. Texts are ready to be shown; only days are left to the reader's date format. */
export interface FieldChange {
  /** Such as `description`, `vendor.name`, `lines.L1.coding.ACCOUNT`, `attachments.F1`, `settles.I1`. */
  field: string;
  label: string;
  /** '' is nothing: the value, line or file was added. */
  before: string;
  /** '' is nothing: the value, line or file was removed. */
  after: string;
  /** `day`: both are ISO days or ''. */
  unit: 'text' | 'day';
}

/** DEC-90: a change of a submitted or approved document beside its history. */
export interface DocumentChange {
  /** The number of its event. */
  seq: number;
  at: string;
  actorName: string;
  action: string;
  /** Of the document since this change; null where the event has none, as that of a restarted flow. */
  contentVersion: number | null;
  changes: FieldChange[];
}

/** The same on the wire, newest first in its list, beside the history of PO-53. `timeStamp` is an instant. */
export interface ChangeEvent {
  id: string;
  userName: string;
  timeStamp: string;
  action: string;
  /** What was done, in words that follow the name. */
  summary: string;
  contentVersion: number | null;
  fields: FieldChange[];
}

/** An event payload lives in the database, and a list of changes on a screen. */
export const changeLimits = { text: 300, lines: 60, others: 60 } as const;

/** A text no longer than an event may carry. */
export function boundedText(text: string): string {
  const letters = [...text];
  return letters.length > changeLimits.text ? `${letters.slice(0, changeLimits.text - 1).join('')}…` : text;
}

/** At most `limit` of them, and one entry that counts the rest. */
export function boundedChanges(
  changes: readonly FieldChange[],
  limit: number,
  rest: { field: string; label: string },
): FieldChange[] {
  if (changes.length <= limit) return [...changes];
  const left = changes.length - limit + 1;
  const counted: FieldChange = { ...rest, before: '', after: `${left} more changes`, unit: 'text' };
  return [...changes.slice(0, limit - 1), counted];
}

const sentences: Readonly<Record<string, string>> = {
  'update-temp-vendor': 'updated the temporary vendor',
  import: 'updated the payment from accounting',
  'pull-from-accounting': 'updated the amounts from accounting',
  cancel: 'canceled the payment in accounting',
  discard: 'discarded the change order',
  void: 'voided the change order',
  restart: 'restarted the approval on a new version of the flow',
};

function fileSentence(changes: readonly FieldChange[]): string {
  const [one] = changes;
  if (changes.length !== 1 || !one) return 'changed the attachments';
  if (one.before === '') return 'added an attachment';
  if (one.after === '') return 'removed an attachment';
  return one.label === 'Attachment' ? 'replaced an attachment' : 'changed an attachment';
}

function listed(labels: readonly string[]): string {
  const shown = labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} more`] : labels;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Vendor, line 2, ...: what was changed, each once. */
function subjectsOf(changes: readonly FieldChange[]): string[] {
  const labels = changes.map(({ field, label }) => {
    if (field.startsWith('vendor')) return 'vendor';
    if (field.startsWith('lines')) return (label.split(',')[0] ?? label).toLowerCase();
    return field.startsWith('attachments') ? 'attachments' : label.toLowerCase();
  });
  return [...new Set(labels)];
}

/** What somebody did, in words that follow a name: `replaced an attachment`. */
export function changeSentence({ action, changes }: Pick<DocumentChange, 'action' | 'changes'>): string {
  const sentence = sentences[action];
  if (sentence !== undefined) return sentence;
  if (changes.length > 0 && changes.every(({ field }) => field.startsWith('attachments')))
    return fileSentence(changes);
  const what = listed(subjectsOf(changes));
  return what === '' ? 'changed the document' : `changed ${what}`;
}

/** The changes that an event carries; none for an event of before they were stored. */
export function storedChanges(value: unknown): FieldChange[] {
  return Array.isArray(value) ? (value as FieldChange[]) : [];
}

/** What the event of a change carries of it; nothing where nothing is to be told. */
export function changesPayload(changes: readonly FieldChange[]): Record<string, Json> {
  return changes.length === 0 ? {} : { changes: changes.map((change) => ({ ...change })) };
}
