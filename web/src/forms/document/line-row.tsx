import { memo } from 'react';
import { Copy, Lock, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Issue } from '#domain/validation';
import { IconButton } from '../../parts/button.tsx';
import { Money } from '../../parts/money.tsx';
import type { AnyLine } from './draft.ts';
import { cellError, codingType } from './line-kit.ts';
import type { LineColumn, LineKit } from './line-kit.ts';

/** What can be done with a line, by its place. */
export interface LineActs<Line> {
  edit: (row: number, cell: string | null) => void;
  change: (row: number, line: Line) => void;
  /** Takes the codes and the tax code of this line over, and nothing else of it. */
  recode: (row: number, line: Line) => void;
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
const pinnedClass =
  // What scrolls below it fades at its edge.
  'sticky right-18 z-1 border-b border-line bg-inherit align-top text-sm font-medium before:pointer-events-none before:absolute before:inset-y-0 before:-left-4 before:w-4 before:bg-inherit before:[mask-image:linear-gradient(to_right,transparent,black)]';
const restClass = 'flex h-10 items-center truncate px-2';

export function LineAmount(props: { cents: number; currency: string }) {
  if (Number.isNaN(props.cents)) return <span className="text-ink-muted">—</span>;
  return <Money cents={props.cents} currency={props.currency} />;
}

function RowNumber(props: { row: number; isBroken: boolean; isLocked: boolean; onEdit: () => void }) {
  const { row, isLocked } = props;
  return (
    <Button
      aria-label={isLocked ? `Line ${row + 1}, locked` : `Edit line ${row + 1}`}
      isDisabled={isLocked}
      data-edit
      onPress={props.onEdit}
      className={`figures grid h-10 w-8 cursor-pointer place-items-center rounded-md text-xs data-disabled:cursor-default data-hovered:bg-surface-pressed ${props.isBroken ? 'font-semibold text-negative' : 'text-ink-muted'}`}
    >
      {isLocked ? <Lock aria-hidden className="size-3.5" /> : row + 1}
    </Button>
  );
}

function RowActs(props: { row: number; mayRemove: boolean; onCopy: () => void; onRemove: () => void }) {
  const { row } = props;
  return (
    <div className="flex h-10 items-center">
      <IconButton label={`Copy line ${row + 1}`} onPress={props.onCopy}>
        <Copy aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Remove line ${row + 1}`} isDisabled={!props.mayRemove} onPress={props.onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function isCode(name: string): boolean {
  return codingType(name) !== null || name === 'taxCode';
}

function isSameBut<Rest extends object>(rest: Rest, now: Rest): boolean {
  return (Object.keys(rest) as (keyof Rest)[]).every((name) => Object.is(rest[name], now[name]));
}

/** A cell: a field while its line is edited, otherwise what the line says there. */
function LineCell<Line extends AnyLine>(
  props: LineRowProps<Line> & { column: LineColumn; isOpen: boolean; isLocked: boolean },
) {
  const { row, line, kit, acts, isOpen } = props;
  const { name, label, align, isReadOnly = false } = props.column;
  const error = cellError(props.issues, row, name);
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
            onChange: (next) => (isCode(name) ? acts.recode(row, next) : acts.change(row, next)),
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

/** Lists of a hundred codes are not drawn again for what is typed elsewhere in the line. */
const CodeCell = memo(LineCell, (before, now) => {
  const { line: old, ...rest } = before;
  const { line } = now;
  return (
    isSameBut(rest, now) &&
    old.taxCode === line.taxCode &&
    JSON.stringify(old.coding) === JSON.stringify(line.coding)
  );
}) as typeof LineCell;

function LineRowView<Line extends AnyLine>(props: LineRowProps<Line>) {
  const { row, columns, kit, acts } = props;
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
        <RowNumber
          row={row}
          isBroken={props.issues.length > 0}
          isLocked={isLocked}
          onEdit={() => acts.edit(row, null)}
        />
      </td>
      {columns.map((column) => {
        const Drawn = isCode(column.name) ? CodeCell : LineCell;
        return <Drawn key={column.name} {...props} column={column} isOpen={isOpen} isLocked={isLocked} />;
      })}
      <td className="sticky right-0 z-1 w-18 border-b border-line bg-inherit pr-1 align-top">
        <RowActs
          row={row}
          mayRemove={props.mayRemove && !isLocked}
          onCopy={() => acts.copy(row)}
          onRemove={() => acts.remove(row)}
        />
      </td>
    </tr>
  );
}

/** The form hands out copies of its lines, so a line is the same when it says the same. */
function isSame<Line extends AnyLine>(before: LineRowProps<Line>, now: LineRowProps<Line>): boolean {
  const { line: old, ...rest } = before;
  return isSameBut(rest, now) && JSON.stringify(old) === JSON.stringify(now.line);
}

/** A line: read-only until it is clicked, then a row of fields (LI-07). */
export const LineRow = memo(LineRowView, isSame) as typeof LineRowView;
