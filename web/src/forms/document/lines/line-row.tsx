import { memo } from 'react';
import { Copy, Lock, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Issue } from '#domain/documents/validation';
import { IconButton } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import type { AnyLine } from '../model/draft.ts';
import { cellError } from './line-editor.ts';
import type { LineColumn, LineKit } from './line-editor.ts';

/** What can be done with a line, by its place. */
export interface LineActs<Line> {
  edit: (row: number, cell: string | null) => void;
  /** Changes the line as it is now, whatever has been drawn of it. */
  change: (row: number, edit: (line: Line) => Line) => void;
  copy: (row: number) => void;
  remove: (row: number) => void;
}

export interface LineRowProps<Line extends AnyLine> {
  row: number;
  line: Line;
  columns: readonly LineColumn[];
  kit: LineKit<Line>;
  issues: readonly Issue[];
  isEditing: boolean;
  /** False for a line that must stay: a document is not without lines (IN-14). */
  mayRemove: boolean;
  acts: LineActs<Line>;
}

const cellClass = 'border-b border-line text-sm align-top';
/** What scrolls out of sight below a cell that stays fades at its edge. */
export const pinnedFade =
  'before:pointer-events-none before:absolute not-group-data-more/lines:before:hidden before:inset-y-0 before:-left-4 before:w-4 before:bg-inherit before:[mask-image:linear-gradient(to_right,transparent,black)]';
const pinnedClass = `sticky right-18 z-1 border-b border-line bg-inherit align-top text-sm font-medium ${pinnedFade}`;
const restClass = 'flex h-10 items-center truncate px-2';

export function LineAmount(props: { cents: number; currency: string }) {
  if (Number.isNaN(props.cents)) return <span className="text-ink-muted">—</span>;
  return <Money cents={props.cents} currency={props.currency} />;
}

const RowNumber = memo(
  (props: {
    row: number;
    isBroken: boolean;
    isLocked: boolean;
    onEdit: (row: number, cell: null) => void;
  }) => {
    const { row, isLocked } = props;
    return (
      <Button
        aria-label={isLocked ? `Line ${row + 1}, locked` : `Edit line ${row + 1}`}
        isDisabled={isLocked}
        data-edit
        onPress={() => props.onEdit(row, null)}
        className={`figures grid h-10 w-8 cursor-pointer place-items-center rounded-md text-xs data-disabled:cursor-default data-hovered:bg-surface-pressed ${props.isBroken ? 'font-semibold text-negative' : 'text-ink-muted'}`}
      >
        {isLocked ? <Lock aria-hidden className="size-3.5" /> : row + 1}
      </Button>
    );
  },
);

const RowActs = memo(
  (props: {
    row: number;
    mayRemove: boolean;
    onCopy: (row: number) => void;
    onRemove: (row: number) => void;
  }) => {
    const { row } = props;
    return (
      <div className="flex h-10 items-center">
        <IconButton label={`Copy line ${row + 1}`} onPress={() => props.onCopy(row)}>
          <Copy aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={`Remove line ${row + 1}`}
          isDisabled={!props.mayRemove}
          onPress={() => props.onRemove(row)}
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
    );
  },
);

/** The form may hand out copies of what it holds. */
function saysSame(before: unknown, now: unknown): boolean {
  return Object.is(before, now) || JSON.stringify(before) === JSON.stringify(now);
}

/** Whether all that is compared by itself is the same; what is left out is compared otherwise. */
export function isSameBut<Rest extends object>(rest: Rest, now: Rest): boolean {
  return (Object.keys(rest) as (keyof Rest)[]).every((name) => Object.is(rest[name], now[name]));
}

interface CellProps<Line extends AnyLine> extends Pick<LineRowProps<Line>, 'row' | 'line' | 'kit' | 'acts'> {
  column: LineColumn;
  error: string | null;
  isOpen: boolean;
  isLocked: boolean;
}

/** A cell: a field while its line is edited, otherwise what the line says there. */
function LineCellView<Line extends AnyLine>(props: CellProps<Line>) {
  const { row, line, kit, acts, isOpen, error } = props;
  const { name, label, align, isReadOnly = false } = props.column;
  const right = align === 'right';
  const pinned = name === kit.columns.at(-1)?.name;
  return (
    <td
      data-cell={name}
      {...(pinned && { 'data-pinned': true })}
      className={`${pinned ? pinnedClass : cellClass} ${right ? 'figures text-right' : ''}`}
      {...(!isOpen && !props.isLocked && { onClick: () => acts.edit(row, isReadOnly ? null : name) })}
    >
      {isOpen && !isReadOnly && kit.hasCell(name, line) ? (
        <div className="cell-field px-0.5 py-1">
          {kit.field({
            name,
            label,
            hideLabel: true,
            line,
            error,
            onChange: (edit) => acts.change(row, edit),
          })}
        </div>
      ) : (
        <span
          className={`${restClass} ${right ? 'justify-end' : ''} ${error ? 'rounded-sm outline outline-negative -outline-offset-4' : ''}`}
        >
          <span className="truncate">{kit.cell(name, line)}</span>
        </span>
      )}
    </td>
  );
}

/** A cell is not drawn again for what is typed elsewhere in its line. */
const LineCell = memo(LineCellView, ({ line: old, ...rest }, now) => {
  const { name, parts = [name], hangsOn = [] } = now.column;
  const read = [...parts, ...hangsOn] as (keyof typeof old)[];
  return isSameBut(rest, now) && read.every((part) => saysSame(old[part], now.line[part]));
}) as typeof LineCellView;

function LineRowView<Line extends AnyLine>(props: LineRowProps<Line>) {
  const { row, line, columns, kit, issues, acts } = props;
  const isLocked = row < kit.context.lockedLineCount;
  const isOpen = props.isEditing && !isLocked;
  return (
    <tr
      data-row={row}
      aria-rowindex={row + 2}
      className={
        isOpen ? 'bg-info-soft' : `bg-surface-raised ${isLocked ? '' : 'cursor-text hover:bg-surface-hover'}`
      }
    >
      <td className="sticky left-0 z-1 w-11 border-b border-line bg-inherit pl-2 align-top">
        <RowNumber row={row} isBroken={issues.length > 0} isLocked={isLocked} onEdit={acts.edit} />
      </td>
      {columns.map((column) => {
        const error = cellError(issues, row, column.name);
        const cell = { row, line, kit, acts, column, error, isOpen, isLocked };
        return <LineCell key={column.name} {...cell} />;
      })}
      <td className="sticky right-0 z-1 w-18 border-b border-line bg-inherit pr-1 align-top">
        <RowActs
          row={row}
          mayRemove={props.mayRemove && !isLocked}
          onCopy={acts.copy}
          onRemove={acts.remove}
        />
      </td>
    </tr>
  );
}

/** A line: read-only until it is clicked, then a row of fields (LI-07). */
export const LineRow = memo(
  LineRowView,
  ({ line, ...rest }, now) => isSameBut(rest, now) && saysSame(line, now.line),
) as typeof LineRowView;
