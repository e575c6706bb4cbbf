import { memo, useLayoutEffect, useState } from 'react';
import type { Issue } from '#domain/documents/validation';
import { useNearViewport } from '../../../parts/hooks/use-near-viewport.ts';
import type { AnyLine } from '../model/draft.ts';
import type { LineColumn, LineEditor } from './line-editor.ts';
import { LineRow, hasSameProps } from './line-row.tsx';
import type { LineActions } from './line-row.tsx';

/** Documents up to this number of lines render all of them; longer ones render only groups near the viewport. */
const ALL_UP_TO = 60;
const GROUP = 20;
/** Height of a line that is not edited, with its border. */
const ROW_PX = 41;
const NEAR_PX = 800;

const noIssues: readonly Issue[] = [];

/** The issues of these lines; the same empty array if there are none. */
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
  editor: LineEditor<Line>;
  editedRow: number | null;
  actions: LineActions<Line>;
}

interface GroupProps<Line extends AnyLine> extends LineRowsProps<Line> {
  /** Index of the group's first line in the document. */
  first: number;
  mayRemove: boolean;
}

function RenderedRows<Line extends AnyLine>(props: GroupProps<Line>) {
  const { lines, first, issues, columns, editor, editedRow, mayRemove, actions } = props;
  return lines.map((line, at) => {
    const row = first + at;
    const lineIssues = issuesOf(issues, (of) => of === row);
    const isEditing = editedRow === row;
    const rowProps = { row, line, columns, editor, issues: lineIssues, isEditing, mayRemove, actions };
    return <LineRow key={line.keyId || line.id || row} {...rowProps} />;
  });
}

/** A group of lines, rendered only near the viewport; otherwise a placeholder of the same height. */
function GroupView<Line extends AnyLine>(props: GroupProps<Line>) {
  const [box, isNear] = useNearViewport<HTMLTableSectionElement>(NEAR_PX);
  const count = props.lines.length;
  // Always rendered while one of its lines is edited.
  const isRendered = isNear || props.editedRow !== null;
  const [height, setHeight] = useState(count * ROW_PX);
  // Lines with error texts are taller: the placeholder keeps the last height.
  useLayoutEffect(() => {
    if (isRendered) setHeight(box.current?.offsetHeight ?? count * ROW_PX);
  }, [isRendered, count, box]);
  return (
    <tbody ref={box}>
      {isRendered ? <RenderedRows {...props} /> : <tr aria-hidden style={{ height }} />}
    </tbody>
  );
}

/** A key in one line does not rerender other groups. */
const Group = memo(
  GroupView,
  ({ lines, ...rest }, now) =>
    hasSameProps(rest, now) &&
    lines.length === now.lines.length &&
    lines.every((line, at) => Object.is(line, now.lines[at])),
) as typeof GroupView;

/** The lines of the table, virtualized if there are many. */
export function LineRows<Line extends AnyLine>(props: LineRowsProps<Line>) {
  const { lines, issues, editor, editedRow } = props;
  const mayRemove = !editor.keepsOne || lines.length > 1;
  if (lines.length <= ALL_UP_TO) {
    return (
      <tbody>
        <RenderedRows {...props} first={0} mayRemove={mayRemove} />
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
