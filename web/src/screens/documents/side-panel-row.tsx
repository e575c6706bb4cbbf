import type { ReactNode } from 'react';
import { Time } from '../../parts/display/date-format.tsx';

/** What was done, by whom, and when: a row of a table in the rail, which has room for two of the three beside each other. */
export function RailRow(props: {
  what: ReactNode;
  who: string;
  at: string;
  /** More about it, below. */
  children?: ReactNode;
}) {
  return (
    <tr className="relative block pb-3 last:pb-0">
      <td className="block pr-36 font-medium">{props.what}</td>
      <td className="block text-ink-muted">{props.who}</td>
      <td className="absolute top-0.5 right-0 text-xs text-ink-muted">
        <Time at={props.at} />
      </td>
      {props.children ? <td className="block">{props.children}</td> : null}
    </tr>
  );
}
