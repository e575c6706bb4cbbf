import { useState } from 'react';
import type { Persona } from '#domain/document';
import { timelineOf } from '#domain/history/timeline';
import { Button } from '../../../parts/controls/button.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { Card } from '../../../parts/page/card.tsx';
import type { StoredDocument } from '../document.ts';
import { SidePanelRow } from '../side-panel-row.tsx';
import { ChangedFields } from './changed-fields.tsx';

const TimelineDialog = lazyPart(
  async () => (await import('./timeline/timeline-dialog.tsx')).TimelineDialog,
  () => false,
);

/** Opens everything that happened in one list (TIME-01). */
function TimelineButton(props: { document: StoredDocument; persona: Persona }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" flush="right" onPress={() => setOpen(true)}>
        Timeline
      </Button>
      {isOpen ? (
        <LazyOverlay onClose={close}>
          <TimelineDialog {...props} onClose={close} />
        </LazyOverlay>
      ) : null}
    </>
  );
}

/** Who did what, with the changed values, newest first (PO-52, DEC-90). */
export function HistoryPanel(props: { document: StoredDocument; persona: Persona }) {
  const { document } = props;
  const entries = timelineOf(document.historyEvents, document.changes);
  const hasMore = document.notes.length > 0 || document.sendHistoryResource.length > 0;
  const aside = entries.length > 0 || hasMore ? <TimelineButton {...props} /> : null;
  if (entries.length === 0) {
    return (
      <Card title="History" aside={aside}>
        <p className="text-sm text-ink-muted">Nothing has happened yet.</p>
      </Card>
    );
  }
  return (
    <Card title="History" aside={aside}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Event</th>
            <th scope="col">User</th>
            <th scope="col">Time</th>
            <th scope="col">Before and after</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <SidePanelRow key={entry.id} what={entry.title} who={entry.userName} at={entry.timeStamp}>
              {entry.note === '' ? null : <p className="text-xs text-ink-muted">{entry.note}</p>}
              <ChangedFields fields={entry.fields} />
            </SidePanelRow>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
