import { TriangleAlert } from 'lucide-react';
import { Card } from '../../../parts/page/card.tsx';
import type { StoredDocument } from '../document.ts';
import { SidePanelRow } from '../side-panel-row.tsx';
import { MailedLinks } from './download-links.tsx';
import type { SendHistory } from '#domain/documents/document-response';

/** The destinations. A failed one is marked by an icon and a word. */
const destinations: Record<SendHistory['sendType'], string> = {
  ACCOUNTING: 'Accounting',
  EMAIL: 'Email',
  VENDOR_EMAIL: 'Vendor email',
};

function Row({ entry }: { entry: SendHistory }) {
  const destination = destinations[entry.sendType];
  return (
    <SidePanelRow
      what={
        entry.isSuccessful ? (
          destination
        ) : (
          <span className="inline-flex items-baseline gap-1 text-negative">
            <TriangleAlert aria-hidden className="size-3.5 self-center" />
            {`${destination} failed`}
          </span>
        )
      }
      who={`${entry.senderFirstName} ${entry.senderLastName}`.trim()}
      at={entry.created}
    >
      {entry.recipients ? (
        <p className="text-sm wrap-anywhere text-ink-muted">{`To ${entry.recipients.join(', ')}`}</p>
      ) : null}
      {entry.message ? <p className="text-sm wrap-anywhere">{entry.message}</p> : null}
    </SidePanelRow>
  );
}

/** Where the document was sent, by whom and when, newest first, and the links that are still active (EM-16). */
export function SendHistoryPanel({ document }: { document: StoredDocument }) {
  const entries = document.sendHistoryResource;
  if (entries.length === 0) return null;
  const mailed = entries.find(({ sendType, isSuccessful }) => sendType !== 'ACCOUNTING' && isSuccessful);
  return (
    <Card title="Sent">
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Sent to</th>
            <th scope="col">Sender</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <Row key={`${entry.created}/${index}`} entry={entry} />
          ))}
        </tbody>
      </table>
      {mailed ? <MailedLinks document={document} newest={mailed.created} /> : null}
    </Card>
  );
}
