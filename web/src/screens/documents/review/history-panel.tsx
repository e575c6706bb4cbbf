import { historyTexts } from '#domain/history';
import type { HistoryEvent } from '#domain/history';
import { Card } from '../../../parts/card.tsx';
import { Time } from '../../../parts/date-format.tsx';

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
            <tr key={event.id} className="align-baseline">
              <td className="py-1 pr-2 font-medium whitespace-nowrap">{historyTexts[event.type]}</td>
              <td className="py-1 pr-2">{event.userName}</td>
              <td className="py-1 text-right text-xs text-ink-muted">
                <Time at={event.timeStamp} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
