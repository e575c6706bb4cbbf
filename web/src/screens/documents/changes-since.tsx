import { agoText } from '../../parts/display/relative-time.ts';
import { useWhen } from '../../parts/display/date-format.tsx';
import { ChangedValues } from './changed-value.tsx';
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
            <div className="rounded-lg border border-line px-3 py-2">
              <ChangedValues fields={fields} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
