import { memo } from 'react';
import { Copy, Lock, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Issue } from '#domain/documents/validation';
import { IconButton } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import type { AnyLine } from '../model/draft.ts';
import { cellError } from './line-editor.ts';
import type { LineColumn, LineEditor } from './line-editor.ts';

export interface LineActions<Line> {
  edit: (row: number, cell: string | null) => void;
  /** Changes the current line, which may be newer than the rendered one. */
  change: (row: number, edit: (line: Line) => Line) => void;
  copy: (row: number) => void;
  remove: (row: number) => void;
  /** Opens the dialog that splits a line. */
  split: (row: number) => void;
  /** What the action is called; null where lines cannot be split. */
  splitText: string | null;
}

export interface LineRowProps<Line extends AnyLine> {
  row: number;
  line: Line;
  columns: readonly LineColumn[];
  editor: LineEditor<Line>;
  issues: readonly Issue[];
  isEditing: boolean;
  /** False for a document's only line if it must keep one (IN-14). */
  mayRemove: boolean;
  actions: LineActions<Line>;
}

const cellClass = 'border-b border-line text-sm align-top';
/** Fades the content that scrolls below a sticky cell. */
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

const RowActions = memo(
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

/** The form may return copies of its values. */
function hasSameValue(before: unknown, now: unknown): boolean {
  return Object.is(before, now) || JSON.stringify(before) === JSON.stringify(now);
}

/** Compares all props in `rest`; the caller compares the others. */
export function hasSameProps<Rest extends object>(rest: Rest, now: Rest): boolean {
  return (Object.keys(rest) as (keyof Rest)[]).every((name) => Object.is(rest[name], now[name]));
}

interface CellProps<Line extends AnyLine> extends Pick<
  LineRowProps<Line>,
  'row' | 'line' | 'editor' | 'actions'
> {
  column: LineColumn;
  error: string | null;
  isOpen: boolean;
  isLocked: boolean;
}

/** A cell: a field while its line is edited, otherwise text. */
function LineCellView<Line extends AnyLine>(props: CellProps<Line>) {
  const { row, line, editor, actions, isOpen, error } = props;
  const { name, label, align, isReadOnly = false } = props.column;
  const right = align === 'right';
  const pinned = name === editor.columns.at(-1)?.name;
  return (
    <td
      data-cell={name}
      {...(pinned && { 'data-pinned': true })}
      className={`${pinned ? pinnedClass : cellClass} ${right ? 'figures text-right' : ''}`}
      {...(!isOpen && !props.isLocked && { onClick: () => actions.edit(row, isReadOnly ? null : name) })}
    >
      {isOpen && !isReadOnly && editor.hasCell(name, line) ? (
        <div className="cell-field px-0.5 py-1">
          {editor.field({
            name,
            label,
            hideLabel: true,
            line,
            error,
            onChange: (edit) => actions.change(row, edit),
          })}
        </div>
      ) : (
        <span
          className={`${restClass} ${right ? 'justify-end' : ''} ${error ? 'rounded-sm outline outline-negative -outline-offset-4' : ''}`}
        >
          <span className="truncate">{editor.cell(name, line)}</span>
        </span>
      )}
    </td>
  );
}

/** Rerenders only for the fields that its column depends on. */
const LineCell = memo(LineCellView, ({ line: old, ...rest }, now) => {
  const { name, parts = [name], dependsOn = [] } = now.column;
  const read = [...parts, ...dependsOn] as (keyof typeof old)[];
  return hasSameProps(rest, now) && read.every((part) => hasSameValue(old[part], now.line[part]));
}) as typeof LineCellView;

function LineRowView<Line extends AnyLine>(props: LineRowProps<Line>) {
  const { row, line, columns, editor, issues, actions } = props;
  const isLocked = row < editor.context.lockedLineCount;
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
        <RowNumber row={row} isBroken={issues.length > 0} isLocked={isLocked} onEdit={actions.edit} />
      </td>
      {columns.map((column) => {
        const error = cellError(issues, row, column.name);
        const cell = { row, line, editor, actions, column, error, isOpen, isLocked };
        return <LineCell key={column.name} {...cell} />;
      })}
      <td className="sticky right-0 z-1 w-18 border-b border-line bg-inherit pr-1 align-top">
        <RowActions
          row={row}
          mayRemove={props.mayRemove && !isLocked}
          onCopy={actions.copy}
          onRemove={actions.remove}
        />
      </td>
    </tr>
  );
}

/** A line: read-only until it is clicked, then a row of fields (LI-07). */
export const LineRow = memo(
  LineRowView,
  ({ line, ...rest }, now) => hasSameProps(rest, now) && hasSameValue(line, now.line),
) as typeof LineRowView;
