import { Download } from 'lucide-react';
import { logFileName } from '#domain/lists/log-format';
import type { LogFormat } from '#domain/lists/log-format';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { timeZone, today } from '../../../parts/display/date-format.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useSession } from '../../../session/session.tsx';
import { Section } from '../managed-form/section.tsx';
import { readOnlyText, useIsReadOnly } from './show-details.ts';

/** The download of the audit log of all documents of the show. The browser saves it while it is written (RP-05). */
export function AuditLog() {
  const { show } = useSession();
  const isReadOnly = useIsReadOnly();
  const href = (format: LogFormat) => {
    const query = new URLSearchParams({ format, timeZone });
    return `/api/reports/download/audit-log/${encodeURIComponent(show.id)}?${query.toString()}`;
  };
  const link = (format: LogFormat, text: string) => (
    <ButtonLink href={href(format)} download={logFileName('Audit_Log', show.slug, today(), format)}>
      <Download aria-hidden className="size-4" />
      {text}
    </ButtonLink>
  );
  return (
    <Section title="Audit log" text="Every event of every document in one sheet.">
      <p className="max-w-[42rem] pb-4 text-sm text-pretty text-ink-muted">
        One row for each changed value: document, event, user, value before and after, local time and UTC, and
        the hash of the event.
      </p>
      {isReadOnly ? (
        <EmptyState>{readOnlyText}</EmptyState>
      ) : (
        <div className="flex flex-wrap gap-2">
          {link('csv', 'Audit log as CSV')}
          {link('xlsx', 'Audit log for Excel')}
        </div>
      )}
    </Section>
  );
}
