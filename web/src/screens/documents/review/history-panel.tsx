import { historyTexts } from '#domain/history';
import type { HistoryEvent } from '#domain/history';
import { Card } from '../../../parts/card.tsx';
import { RailRow } from './rail-row.tsx';

/** PO-52, DEC-90: who did what, newest first. */
export function HistoryPanel(props: { events: readonly HistoryEvent[] }) {
  if (props.events.length === 0) {
    return (
      <Card title="History">
        <p className="text-sm text-ink-muted">Nothing has happened yet.</p>
      </Card>
    );
  }
  return (
    <Card title="History">
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Event</th>
            <th scope="col">User</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {props.events.map((event) => (
            <RailRow
              key={event.id}
              what={historyTexts[event.type]}
              who={event.userName}
              at={event.timeStamp}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}
