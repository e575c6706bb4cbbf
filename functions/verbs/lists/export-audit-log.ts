import { auditLogColumns, auditRows } from '#domain/lists/audit-log';
import type { AuditedEvent, AuditLogRow } from '#domain/lists/audit-log';
import { dateInZone } from '#domain/values/days';
import { emailLinkText } from '#domain/history/email-link-use';
import { storedChanges } from '#domain/history/document-changes';
import { logFileName } from '#domain/lists/log-format';
import { isWithoutContentVersion } from '#domain/history/history';
import type { LogFormat } from '#domain/lists/log-format';
import { orderNumber } from '#domain/documents/document-number';
import { createLogFile, logTypes } from '#edges/files/log-file';
import { log } from '#edges/log';
import { auditPageSize, readAuditLog } from '#store/show/documents/read-audit-log';
import type { AuditEventRow } from '#store/show/documents/read-audit-log';
import type { RequestContext } from '#verbs/request/context';
import type { LogFile } from './export-log.ts';
import { requirePermission } from '#verbs/request/require-permission';

/**
 * Exports all changes of a show's documents, one changed value per row. Streams a page of events at a time. Throws
 * `FORBIDDEN` without FULL Show (RP-05).
 */
export async function exportAuditLog(
  context: RequestContext,
  { format, timeZone }: { format: LogFormat; timeZone: string },
): Promise<LogFile> {
  requirePermission(context.permissions, 'Show');
  const { store, show, user, now } = context;
  const first = await readAuditLog(store);
  async function* rows(): AsyncGenerator<AuditLogRow> {
    // The status of the current document before its next event.
    let [documentId, status] = ['', ''];
    try {
      for (let page = first; ; page = await readAuditLog(store, page.at(-1))) {
        for (const row of page) {
          if (row.documentId !== documentId) [documentId, status] = [row.documentId, ''];
          yield* auditRows(auditedOf(row), status);
          status = row.submissionStatus ?? status;
        }
        if (page.length < auditPageSize) return;
      }
    } catch (error) {
      log('error', 'log export failed', { show: show.id, format }, error);
      throw error;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone };
  return {
    fileName: logFileName('Audit_Log', show.slug, dateInZone(now, timeZone), format),
    contentType: logTypes[format],
    body: await createLogFile(
      { title: 'Audit Log', columns: auditLogColumns, rows: rows(), formatOptions: look },
      format,
    ),
  };
}

function auditedOf({
  prefix,
  changes,
  number,
  namedNoContent,
  onBehalfOf,
  emailLink,
  ...row
}: AuditEventRow): AuditedEvent {
  const displayedNumber =
    row.type === 'PO' ? orderNumber({ prefix: prefix ?? '', poNumber: number ?? '' }) : number;
  return {
    ...row,
    number: displayedNumber ?? '',
    isWithoutVersion: isWithoutContentVersion(row.action, namedNoContent),
    onBehalfOf: onBehalfOf?.name ?? '',
    emailLink: emailLink ? emailLinkText(emailLink) : '',
    changes: storedChanges(JSON.parse(changes ?? '[]')),
  };
}
