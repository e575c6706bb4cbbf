import { documentTitles } from '#domain/documents/pdf-options';
import type { DocType } from '#domain/document';
import type { FieldChange } from '#domain/history/document-changes';
import { bulkText } from '#domain/bulk-approval/bulk-mark';
import type { BulkPlace } from '#domain/bulk-approval/bulk-mark';
import { logColumn } from './log-format.ts';
import type { LogColumn } from './log-format.ts';
import { eventText } from '#domain/history/event-text';
import { withoutVersion } from '#domain/history/history';
import type { HistoryType } from '#domain/documents/history-type';

/** An event of any document of a show, as the store returns it. `type` is null when the document is missing. */
export interface AuditedEvent {
  documentId: string;
  seq: number;
  type: DocType | null;
  number: string;
  action: string;
  historyType: HistoryType | null;
  actorName: string;
  at: string;
  hash: string;
  contentVersion: number | null;
  submissionStatus: string | null;
  /** True for a decision whose request named no content (DEC-30). */
  isWithoutVersion: boolean;
  /** The absent approver of a decision on behalf of them, else '' (COV-06). */
  onBehalfOf: string;
  /** How the user approved with a link of an e-mail, else '' (LINK-09). */
  emailLink: string;
  /** The place of a decision in a bulk run. */
  bulk?: BulkPlace | null;
  changes: FieldChange[];
}

/** A row of the audit log: one value that an event changed, or an event without changed values. */
export interface AuditLogRow extends Omit<
  AuditedEvent,
  'changes' | 'submissionStatus' | 'isWithoutVersion' | 'emailLink' | 'bulk'
> {
  event: string;
  field: string;
  before: string;
  after: string;
}

/** Returns the rows of one event; `status` is the document's status before it. */
export function auditRows(auditEvent: AuditedEvent, status: string): AuditLogRow[] {
  const { changes, submissionStatus, isWithoutVersion, emailLink, bulk = null, ...event } = auditEvent;
  const statusChanged = submissionStatus !== null && submissionStatus !== status;
  const values = [
    ...(statusChanged ? [{ label: 'Status', before: status, after: submissionStatus }] : []),
    ...changes,
  ];
  const texts = [
    eventText(auditEvent),
    emailLink,
    bulk ? bulkText(bulk) : '',
    isWithoutVersion ? withoutVersion : '',
  ];
  const baseRow = { ...event, event: texts.filter(Boolean).join(', ') };
  if (values.length === 0) return [{ ...baseRow, field: '', before: '', after: '' }];
  return values.map(({ label, before, after }) => ({ ...baseRow, field: label, before, after }));
}

/** Cells are formatted as in DEC-68. The hash is the event's, so that a row can be traced to its chain. */
export const auditLogColumns: readonly LogColumn<AuditLogRow>[] = [
  logColumn('Type', 'text', 10, ({ type }) => (type ? documentTitles[type] : '')),
  logColumn('Document', 'text', 18, ({ number }) => number),
  logColumn('Document ID', 'text', 40, ({ documentId }) => documentId),
  logColumn('Event No.', 'whole', 10, ({ seq }) => seq),
  logColumn('Event', 'text', 36, ({ event }) => event),
  logColumn('User', 'text', 22, ({ actorName }) => actorName),
  logColumn('On Behalf Of', 'text', 16, ({ onBehalfOf }) => onBehalfOf),
  logColumn('Content Version', 'whole', 16, ({ contentVersion }) => contentVersion),
  logColumn('Field', 'text', 24, ({ field }) => field),
  logColumn('Before', 'text', 36, ({ before }) => before),
  logColumn('After', 'text', 36, ({ after }) => after),
  logColumn('Local Time', 'instant', 20, ({ at }) => at),
  logColumn('Time (UTC)', 'text', 26, ({ at }) => at),
  logColumn('Hash', 'text', 66, ({ hash }) => hash),
];
