import { ChevronDown, ChevronUp } from 'lucide-react';
import type { DocType } from '#domain/document';
import { columnName, columnsOf, columnWidth, defaultColumns } from '#domain/lists/list-columns';
import type { ChosenColumn, ColumnId } from '#domain/lists/list-columns';
import { Button, IconButton } from '../../../../parts/controls/button.tsx';
import { Checkbox } from '../../../../parts/fields/checkbox.tsx';
import { IntegerField } from '../../../../parts/fields/integer-field.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { ColumnChoice } from './use-column-choice.ts';

function moved(columns: readonly ChosenColumn[], at: number, by: 1 | -1): ChosenColumn[] {
  const next = [...columns];
  const [one] = next.splice(at, 1);
  if (one) next.splice(at + by, 0, one);
  return next;
}

interface ColumnProps {
  id: ColumnId;
  name: string;
  shown: readonly ChosenColumn[];
  setColumns: ColumnChoice['setColumns'];
  isFixed: boolean;
}

/** One column: whether it is shown, its width, and its place among the others. */
function Column({ id, name, shown, setColumns, isFixed }: ColumnProps) {
  const at = shown.findIndex((one) => one.id === id);
  const isShown = at >= 0;
  const width = shown[at]?.width ?? null;
  const setWidth = (value: number | null) => {
    const inBounds = value !== null && value >= columnWidth.minimum && value <= columnWidth.maximum;
    if (value === null || inBounds)
      setColumns(shown.map((one) => (one.id === id ? { ...one, width: value } : one)));
  };
  return (
    <li className="flex min-h-9 items-center gap-1">
      <span className="min-w-0 flex-1">
        <Checkbox
          label={name}
          isSelected={isShown}
          isDisabled={isFixed}
          onChange={(on) =>
            setColumns(on ? [...shown, { id, width: null }] : shown.filter((one) => one.id !== id))
          }
        />
      </span>
      {isShown ? (
        <>
          <span className="w-16">
            <IntegerField
              label={`Width of ${name} in pixels`}
              hideLabel
              value={width}
              onChange={setWidth}
              minimum={null}
              maxLength={3}
            />
          </span>
          <IconButton
            label={`Move ${name} left`}
            isDisabled={at === 0}
            onPress={() => setColumns(moved(shown, at, -1))}
          >
            <ChevronUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`Move ${name} right`}
            isDisabled={at === shown.length - 1}
            onPress={() => setColumns(moved(shown, at, 1))}
          >
            <ChevronDown aria-hidden className="size-4" />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}

/** The columns of a list: the shown ones in their order, then the others (VIEW-04, VIEW-06). */
export function ColumnList({ docType, choice }: { docType: DocType; choice: ColumnChoice }) {
  const { shown, setColumns } = choice;
  const [first] = defaultColumns[docType];
  const { accountingPeriods } = useSession().config.settings;
  const known = columnsOf(docType).filter((id) => id !== 'PERIOD' || accountingPeriods);
  const ids = [
    ...shown.flatMap(({ id }) => known.find((one) => one === id) ?? []),
    ...known.filter((id) => !shown.some((one) => one.id === id)),
  ];
  return (
    <section aria-labelledby="view-columns" className="border-t border-line pt-3">
      <header className="flex items-center justify-between">
        <h3 id="view-columns" className="text-sm font-medium">
          Columns
        </h3>
        <Button look="quiet" flush="right" onPress={() => setColumns(null)}>
          Reset
        </Button>
      </header>
      <p className="pb-1 text-xs text-ink-muted">
        The width is in pixels; empty is automatic. In the table, drag the edge of a header, or press Shift
        and an arrow key on it.
      </p>
      <ul>
        {ids.map((id) => (
          <Column
            key={id}
            id={id}
            name={columnName(docType, id)}
            isFixed={id === first}
            {...{ shown, setColumns }}
          />
        ))}
      </ul>
    </section>
  );
}
