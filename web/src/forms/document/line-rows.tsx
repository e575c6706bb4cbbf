import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Issue } from '#domain/validation';
import { useIsNear } from '../../parts/use-near.ts';
import type { AnyLine } from './draft.ts';
import type { LineColumn, LineKit } from './line-kit.ts';
import { LineRow } from './line-row.tsx';
import type { LineActs } from './line-row.tsx';

/** Up to so many lines all are drawn; of more only those near what is in sight, in groups. */
const ALL_UP_TO = 60;
const GROUP = 20;
/** A line that is not edited, with its border. */
const ROW_PX = 41;
const NEAR_PX = 800;

const noIssues: readonly Issue[] = [];

interface LineRowsProps<Line extends AnyLine> {
  lines: readonly Line[];
  issues: readonly Issue[];
  columns: readonly LineColumn[];
  kit: LineKit<Line>;
  editedRow: number | null;
  acts: LineActs<Line>;
}

interface GroupProps {
  count: number;
  /** Drawn wherever it is: the line that is edited stands in it. */
  isWanted: boolean;
  draw: () => ReactNode;
}

/** Lines that stand below each other; out of sight only the room that they take. */
function Group(props: GroupProps) {
  const [box, isNear] = useIsNear<HTMLTableSectionElement>(NEAR_PX);
  const isDrawn = isNear || props.isWanted;
  const [height, setHeight] = useState(props.count * ROW_PX);
  // A line with words of error is taller: the room stays what it was when the lines go out of sight.
  useLayoutEffect(() => {
    if (isDrawn) setHeight(box.current?.offsetHeight ?? props.count * ROW_PX);
  }, [isDrawn, props.count, box]);
  return <tbody ref={box}>{isDrawn ? props.draw() : <tr aria-hidden style={{ height }} />}</tbody>;
}

/** The lines of the table: hundreds of them cost no more than those that can be seen. */
export function LineRows<Line extends AnyLine>(props: LineRowsProps<Line>) {
  const { lines, issues, columns, kit, editedRow, acts } = props;
  const drawn = (first: number, end: number) =>
    lines.slice(first, end).map((line, at) => {
      const row = first + at;
      const own = issues.filter(({ field }) => field.startsWith(`lineItems.${row}.`));
      return (
        <LineRow
          key={line.keyId || line.id || row}
          row={row}
          line={line}
          columns={columns}
          kit={kit}
          issues={own.length > 0 ? own : noIssues}
          isEditing={editedRow === row}
          mayRemove={!kit.keepsOne || lines.length > 1}
          acts={acts}
        />
      );
    });
  if (lines.length <= ALL_UP_TO) return <tbody>{drawn(0, lines.length)}</tbody>;
  return Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, at) => {
    const first = at * GROUP;
    const end = Math.min(first + GROUP, lines.length);
    return (
      <Group
        key={first}
        count={end - first}
        isWanted={editedRow !== null && editedRow >= first && editedRow < end}
        draw={() => drawn(first, end)}
      />
    );
  });
}
