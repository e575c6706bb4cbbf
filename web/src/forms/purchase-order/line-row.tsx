import { memo } from 'react';
import { Copy, Lock, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { draftTotalCents } from '#domain/line';
import type { LineDraft } from '#domain/line';
import type { Issue } from '#domain/validation';
import { IconButton } from '../../parts/button.tsx';
import { Money } from '../../parts/money.tsx';
import { LineCell } from './line-cell.tsx';
import { cellError, hasCell } from './line-context.ts';
import type { CellName, LineColumn, LineContext } from './line-context.ts';
import { LineField } from './line-field.tsx';

/** What can be done with a line, by its place. */
export interface LineActs {
  edit: (row: number, cell: CellName | null) => void;
  change: (row: number, line: LineDraft) => void;
  copy: (row: number) => void;
  remove: (row: number) => void;
}

export interface LineRowProps {
  row: number;
  line: LineDraft;
  columns: readonly LineColumn[];
  context: LineContext;
  issues: readonly Issue[];
  isEditing: boolean;
  acts: LineActs;
}

const cellClass = 'border-b border-line px-1.5 text-sm align-top';
const restClass = 'flex h-10 items-center truncate px-1.5';

export function LineAmount(props: { line: LineDraft; currency: string }) {
  const cents = draftTotalCents(props.line);
  if (Number.isNaN(cents)) return <span className="text-ink-muted">—</span>;
  return <Money cents={cents} currency={props.currency} />;
}

function RowNumber(props: LineRowProps & { isLocked: boolean }) {
  const { row, acts, isLocked } = props;
  const broken = props.issues.length > 0;
  return (
    <Button
      aria-label={isLocked ? `Line ${row + 1}, locked` : `Edit line ${row + 1}`}
      isDisabled={isLocked}
      data-edit
      onPress={() => acts.edit(row, null)}
      className={`figures grid h-10 w-8 cursor-pointer place-items-center rounded-md text-xs data-disabled:cursor-default data-hovered:bg-surface-pressed ${broken ? 'font-semibold text-negative' : 'text-ink-muted'}`}
    >
      {isLocked ? <Lock aria-hidden className="size-3.5" /> : row + 1}
    </Button>
  );
}

function RowActs(props: LineRowProps & { isLocked: boolean }) {
  const { row, acts } = props;
  return (
    <div className="flex h-10 items-center">
      <IconButton label={`Copy line ${row + 1}`} onPress={() => acts.copy(row)}>
        <Copy aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={`Remove line ${row + 1}`}
        isDisabled={props.isLocked}
        onPress={() => acts.remove(row)}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function LineRowView(props: LineRowProps) {
  const { row, line, columns, context, issues, isEditing, acts } = props;
  const isLocked = row < context.lockedLineCount;
  const editing = isEditing && !isLocked;
  return (
    <tr
      data-row={row}
      aria-rowindex={row + 2}
      className={editing ? 'bg-info-soft' : isLocked ? '' : 'group/row cursor-text hover:bg-surface-hover'}
    >
      <td className={`sticky left-0 z-1 w-11 border-b border-line bg-surface-raised pl-1.5 align-top`}>
        <RowNumber {...props} isLocked={isLocked} />
      </td>
      {columns.map(({ name, label, align }) => {
        const error = cellError(issues, row, name);
        const field = editing && hasCell(name, line);
        return (
          <td
            key={name}
            data-cell={name}
            className={`${cellClass} ${align === 'right' ? 'text-right figures' : ''}`}
            {...(!editing && !isLocked && { onClick: () => acts.edit(row, name) })}
          >
            {field ? (
              <div className="py-1">
                <LineField
                  name={name}
                  label={label}
                  hideLabel
                  line={line}
                  context={context}
                  error={error}
                  onChange={(next) => acts.change(row, next)}
                />
              </div>
            ) : (
              <span
                className={`${restClass} ${align === 'right' ? 'justify-end' : ''} ${error ? 'rounded-sm outline outline-negative -outline-offset-4' : ''}`}
              >
                <span className="truncate">
                  <LineCell name={name} line={line} context={context} />
                </span>
              </span>
            )}
          </td>
        );
      })}
      <td className="sticky right-18 z-1 border-b border-l border-line bg-surface-raised px-2 text-right align-top text-sm font-medium">
        <span className="flex h-10 items-center justify-end">
          <LineAmount line={line} currency={context.currency} />
        </span>
      </td>
      <td className="sticky right-0 z-1 w-18 border-b border-line bg-surface-raised pr-1.5 align-top">
        <RowActs {...props} isLocked={isLocked} />
      </td>
    </tr>
  );
}

/** The form hands out copies of its lines, so a line is the same when it says the same. */
function isSame(before: LineRowProps, now: LineRowProps): boolean {
  const { line: old, ...rest } = before;
  const others = Object.keys(rest) as (keyof typeof rest)[];
  return (
    others.every((name) => Object.is(before[name], now[name])) &&
    JSON.stringify(old) === JSON.stringify(now.line)
  );
}

/** A line: read-only until it is clicked, then a row of fields (LI-07). */
export const LineRow = memo(LineRowView, isSame);
