import { memo, useCallback, useMemo, useState } from 'react';
import { Columns3 } from 'lucide-react';
import type { Issue } from '#domain/documents/validation';
import { codeOf } from '#domain/documents/line-codes';
import { Button } from '../../../parts/controls/button.tsx';
import { Menu, MenuItem } from '../../../parts/overlays/menu.tsx';
import { readHiddenColumns, writeHiddenColumns } from './hidden-columns.ts';
import { useSession } from '../../../session/session.tsx';
import type { AnyLine } from '../model/draft.ts';
import { codingType } from './line-editor.ts';
import type { LineColumn, LineEditor } from './line-editor.ts';

function hasValue(line: AnyLine, name: string): boolean {
  const type = codingType(name);
  if (type !== null) return codeOf(line, type) !== '';
  return Boolean((line as unknown as Record<string, unknown>)[name]);
}

function hasError(issues: readonly Issue[], name: string): boolean {
  return issues.some(({ field }) => field.startsWith('lineItems.') && field.endsWith(`.${name}`));
}

/** Hides and shows the optional columns of the lines. A column with values stays. */
const ColumnsMenu = memo(
  (props: {
    columns: readonly LineColumn[];
    /** Names separated by spaces, so that equal ones are the same. */
    hidden: string;
    filled: string;
    onChoose: (name: string) => void;
  }) => {
    const [hidden, filled] = [props.hidden.split(' '), props.filled.split(' ')];
    const optional = props.columns.filter(({ isOptional }) => isOptional);
    if (optional.length === 0) return null;
    return (
      <Menu
        label="Columns of the lines"
        trigger={
          <Button look="quiet">
            <Columns3 aria-hidden className="size-4" />
            Columns
          </Button>
        }
        selected={optional.map(({ name }) => name).filter((name) => !hidden.includes(name))}
        onSelect={props.onChoose}
      >
        {optional.map(({ name, label }) => (
          <MenuItem key={name} id={name} reason={filled.includes(name) ? 'A line has a value here.' : null}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    );
  },
);

/** The names of the columns to hide and of those with a value, each separated by spaces. */
function hiddenNames(
  columns: readonly LineColumn[],
  lines: readonly AnyLine[],
  issues: readonly Issue[],
  chosen: readonly string[],
) {
  const names = columns.flatMap(({ name, isOptional }) => (isOptional ? [name] : []));
  const filled = names.filter((name) => lines.some((line) => hasValue(line, name)));
  const hidden = chosen.filter((name) => !filled.includes(name) && !hasError(issues, name));
  return { filled: filled.join(' '), hidden: hidden.join(' ') };
}

/**
 * The editor without the optional columns that the user hid, as long as no line has a value or an error there, and the
 * menu to choose them (ENTRY-04).
 */
export function useShownColumns<Line extends AnyLine>(
  editor: LineEditor<Line>,
  lines: readonly Line[],
  issues: readonly Issue[],
) {
  const { user, show } = useSession();
  const [userId, showId] = [user.id, show?.id ?? ''];
  const [chosen, setChosen] = useState(() => readHiddenColumns({ userId, showId }));
  const { hidden, filled } = hiddenNames(editor.columns, lines, issues, chosen);
  // Stable while no column comes or goes, because cells are memoized.
  const shown = useMemo(() => {
    const without = new Set(hidden.split(' '));
    return { ...editor, columns: editor.columns.filter(({ name }) => !without.has(name)) };
  }, [editor, hidden]);
  const choose = useCallback(
    (name: string) => {
      const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
      setChosen(next);
      writeHiddenColumns({ userId, showId }, next);
    },
    [chosen, userId, showId],
  );
  const menu = <ColumnsMenu columns={editor.columns} hidden={hidden} filled={filled} onChoose={choose} />;
  return { shown, menu };
}
