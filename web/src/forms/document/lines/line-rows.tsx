import { memo, useLayoutEffect, useState } from 'react';
import type { Issue } from '#domain/documents/validation';
import { useNearViewport } from '../../../parts/hooks/use-near-viewport.ts';
import type { AnyLine } from '../model/draft.ts';
import type { LineColumn, LineKit } from './line-editor.ts';
import { LineRow, isSameBut } from './line-row.tsx';
import type { LineActs } from './line-row.tsx';

/** Up to so many lines all are drawn; of more only those near what is in sight, in groups. */
const ALL_UP_TO = 60;
const GROUP = 20;
/** A line that is not edited, with its border. */
const ROW_PX = 41;
const NEAR_PX = 800;

const noIssues: readonly Issue[] = [];

/** Those about the lines in these places; always the same list where there are none. */
function issuesOf(issues: readonly Issue[], isWanted: (row: number) => boolean): readonly Issue[] {
  if (issues.length === 0) return noIssues;
  const found = issues.filter(({ field }) => {
    const row = /^lineItems\.(\d+)\./.exec(field)?.[1];
    return row !== undefined && isWanted(Number(row));
  });
  return found.length === 0 ? noIssues : found;
}

interface LineRowsProps<Line extends AnyLine> {
  lines: readonly Line[];
  issues: readonly Issue[];
  columns: readonly LineColumn[];
  kit: LineKit<Line>;
  editedRow: number | null;
  acts: LineActs<Line>;
}

interface GroupProps<Line extends AnyLine> extends LineRowsProps<Line> {
  /** Where the first of its lines stands in the document. */
  first: number;
  mayRemove: boolean;
}

function DrawnRows<Line extends AnyLine>(props: GroupProps<Line>) {
  const { lines, first, issues, columns, kit, editedRow, mayRemove, acts } = props;
  return lines.map((line, at) => {
    const row = first + at;
    const own = issuesOf(issues, (of) => of === row);
    const isEditing = editedRow === row;
    const drawn = { row, line, columns, kit, issues: own, isEditing, mayRemove, acts };
    return <LineRow key={line.keyId || line.id || row} {...drawn} />;
  });
}

/** Lines that stand below each other; out of sight only the room that they take. */
function GroupView<Line extends AnyLine>(props: GroupProps<Line>) {
  const [box, isNear] = useNearViewport<HTMLTableSectionElement>(NEAR_PX);
  const count = props.lines.length;
  // Drawn wherever it is while one of its lines is edited.
  const isDrawn = isNear || props.editedRow !== null;
  const [height, setHeight] = useState(count * ROW_PX);
  // A line with words of error is taller: the room stays what it was when the lines go out of sight.
  useLayoutEffect(() => {
    if (isDrawn) setHeight(box.current?.offsetHeight ?? count * ROW_PX);
  }, [isDrawn, count, box]);
  return (
    <tbody ref={box}>{isDrawn ? <DrawnRows {...props} /> : <tr aria-hidden style={{ height }} />}</tbody>
  );
}

/** A key in one line draws nothing of the groups in which it does not stand. */
const Group = memo(
  GroupView,
  ({ lines, ...rest }, now) =>
    isSameBut(rest, now) &&
    lines.length === now.lines.length &&
    lines.every((line, at) => Object.is(line, now.lines[at])),
) as typeof GroupView;

/** The lines of the table: hundreds of them cost no more than those that can be seen. */
export function LineRows<Line extends AnyLine>(props: LineRowsProps<Line>) {
  const { lines, issues, kit, editedRow } = props;
  const mayRemove = !kit.keepsOne || lines.length > 1;
  if (lines.length <= ALL_UP_TO) {
    return (
      <tbody>
        <DrawnRows {...props} first={0} mayRemove={mayRemove} />
      </tbody>
    );
  }
  return Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, at) => {
    const first = at * GROUP;
    const isIn = (row: number) => row >= first && row < first + GROUP;
    return (
      <Group
        key={first}
        {...props}
        first={first}
        lines={lines.slice(first, first + GROUP)}
        issues={issuesOf(issues, isIn)}
        editedRow={editedRow !== null && isIn(editedRow) ? editedRow : null}
        mayRemove={mayRemove}
      />
    );
  });
}
