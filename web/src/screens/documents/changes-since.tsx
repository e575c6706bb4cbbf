import { agoText } from '../../parts/display/relative-time.ts';
import { useWhen } from '../../parts/display/date-format.tsx';
import { ChangedValue } from './changed-value.tsx';
import type { ChangeEvent } from '#domain/history/history-response';

/** Formats the time of a change: relative if it is recent, otherwise the date and time. */
export function useChangedAt(): (at: string) => string {
  const when = useWhen();
  return (at) => agoText(at) ?? when(at);
}

/** The changes of other users, oldest first: who, when, and each value before and after (DEC-30). */
export function ChangesSince(props: { changes: readonly ChangeEvent[] }) {
  const changedAt = useChangedAt();
  return (
    <ul aria-label="Changes" className="grid gap-4">
      {props.changes.map(({ id, userName, summary, timeStamp, fields }) => (
        <li key={id} className="grid gap-1.5">
          <p>
            <bdi className="font-medium">{userName}</bdi>
            {` ${summary} `}
            <time dateTime={timeStamp} className="text-ink-muted">
              {changedAt(timeStamp)}
            </time>
          </p>
          {fields.length > 0 ? (
            <dl className="grid gap-1.5 rounded-lg border border-line px-3 py-2 text-sm">
              {fields.map(({ field, label, before, after, unit }) => (
                <div key={`${field} ${label}`} className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
                  <dt className="text-ink-muted">{label}</dt>
                  <dd className="min-w-0 font-medium break-words">
                    <ChangedValue change={{ before, after, unit }} />
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
