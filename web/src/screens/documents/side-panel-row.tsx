import type { ReactNode } from 'react';
import { Time } from '../../parts/display/date-format.tsx';

/** A table row of the side panel: what was done, by whom and when. The panel has room for two columns. */
export function SidePanelRow(props: {
  what: ReactNode;
  who: string;
  at: string;
  /** Details below the row. */
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
