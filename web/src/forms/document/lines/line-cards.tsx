import { Fragment, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ChevronDown, ChevronUp, Copy, Split, Trash2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { codeOf } from '#domain/documents/line-codes';
import type { Issue } from '#domain/documents/validation';
import { Button, IconButton } from '../../../parts/controls/button.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useRestoreFocus } from '../../../parts/hooks/use-restore-focus.ts';
import type { AnyLine } from '../model/draft.ts';
import type { Place } from './line-navigation.ts';
import { cellError, codingType } from './line-editor.ts';
import type { LineColumn, LineEditor } from './line-editor.ts';
import { LineAmount } from './line-row.tsx';
import type { LineActions } from './line-row.tsx';

interface SheetProps<Line extends AnyLine> {
  lines: readonly Line[];
  issues: readonly Issue[];
  editor: LineEditor<Line>;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  actions: LineActions<Line>;
  /** Lines that could take the codes of the line `number` (ENTRY-06). */
  coded: { number: number; keyIds: readonly string[] } | null;
  onCodes: () => void;
}

/** The account on a line's card, so that a missing one is found without opening each line (ENTRY-08). */
function accountText<Line extends AnyLine>({ columns }: LineEditor<Line>, line: Line): string | null {
  const account = columns.find(({ name }) => codingType(name) === 'ACCOUNT');
  if (!account) return null;
  const code = codeOf(line, 'ACCOUNT');
  return code === '' ? `No ${account.label}` : `${account.label} ${code}`;
}

/** The lines on a phone: one card each, edited in a bottom sheet (UX-09). */
export function LineCards<Line extends AnyLine>(props: SheetProps<Line>) {
  const { lines, editor, issues, actions } = props;
  const list = useRef<HTMLUListElement>(null);
  useRestoreFocus(list);
  return (
    <>
      <ul ref={list} aria-label="Line items" className="grid grid-cols-1 gap-2">
        {lines.map((line, row) => {
          const broken = issues.filter(({ field }) => field.startsWith(`lineItems.${row}.`));
          return (
            <li key={line.keyId || line.id || row}>
              <AriaButton
                onPress={() => actions.edit(row, null)}
                isDisabled={row < editor.context.lockedLineCount}
                className={`flex min-h-11 w-full cursor-pointer items-start justify-between gap-3 rounded-lg border bg-surface-raised px-3 py-2.5 text-left data-pressed:bg-surface-pressed ${broken.length > 0 ? 'border-negative' : 'border-line'}`}
              >
                <span className="min-w-0">
                  <span className="line-clamp-2 font-medium">
                    {`${row + 1}. ${line.description || 'No description'}`}
                  </span>
                  <span className="flex flex-wrap gap-x-2 text-sm text-ink-muted">
                    {editor.summary(line)}
                    <span>{accountText(editor, line)}</span>
                  </span>
                  {broken.map(({ field, message }) => (
                    <span key={field} className="block text-xs text-negative">
                      {message}
                    </span>
                  ))}
                </span>
                <LineAmount cents={editor.cents(line)} currency={editor.context.currency} />
              </AriaButton>
            </li>
          );
        })}
      </ul>
      <LineSheet {...props} />
    </>
  );
}

function ReadOnlyValue<Line extends AnyLine>(props: {
  column: LineColumn;
  editor: LineEditor<Line>;
  line: Line;
}) {
  const { column, editor, line } = props;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{column.label}</span>
      <span>{editor.cell(column.name, line)}</span>
    </div>
  );
}

/** Codes come last. A calculated amount is shown in the footer instead. */
function sheetColumns<Line extends AnyLine>(editor: LineEditor<Line>, line: Line): readonly LineColumn[] {
  const visibleColumns = editor.columns.filter(
    ({ name, isReadOnly = false }, at) =>
      editor.hasCell(name, line) && !(isReadOnly && at === editor.columns.length - 1),
  );
  const isCode = ({ name }: LineColumn) => codingType(name) !== null || name === 'taxCode';
  return [...visibleColumns.filter((column) => !isCode(column)), ...visibleColumns.filter(isCode)];
}

function LineSheet<Line extends AnyLine>(props: SheetProps<Line>) {
  const { lines, editor, issues, place, onPlace, actions } = props;
  const fields = useRef<HTMLDivElement>(null);
  const row = place?.row ?? 0;
  const line = place ? lines[row] : undefined;
  if (!line) return null;
  const columns = sheetColumns(editor, line);
  const firstCode = columns.find(({ name }) => codingType(name) !== null);
  const offer = props.coded?.keyIds.includes(line.keyId) ? props.coded : null;
  /** Acts on the line with what was typed, unless that is no code: the text would be lost (ENTRY-09). */
  const afterTyping = (act: () => void) => {
    // A tap may press the button before the field loses the focus.
    flushSync(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const rejected = fields.current?.querySelector<HTMLInputElement>('[data-rejected] input');
    if (rejected) rejected.focus();
    else act();
  };
  const leaveFor = (next: Place | null) => afterTyping(() => onPlace(next));
  const go = (next: number) => leaveFor({ row: next, cell: null });
  return (
    <Dialog
      title={`Line ${row + 1} of ${lines.length}`}
      isOpen
      onClose={() => leaveFor(null)}
      footer={
        <div className="flex w-full items-center">
          <IconButton label="Previous line" isDisabled={row === 0} onPress={() => go(row - 1)}>
            <ChevronUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Next line" isDisabled={row === lines.length - 1} onPress={() => go(row + 1)}>
            <ChevronDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={`Copy line ${row + 1}`} onPress={() => afterTyping(() => actions.copy(row))}>
            <Copy aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`Remove line ${row + 1}`}
            isDisabled={editor.keepsOne && lines.length === 1}
            onPress={() => {
              onPlace(null);
              actions.remove(row);
            }}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
          <span className="min-w-0 flex-1 truncate pr-3 text-right font-medium">
            <LineAmount cents={editor.cents(line)} currency={editor.context.currency} />
          </span>
          <Button look="primary" onPress={() => leaveFor(null)}>
            Done
          </Button>
        </div>
      }
    >
      <div ref={fields} className="grid gap-3">
        {columns.map((column) =>
          column.isReadOnly ? (
            <ReadOnlyValue key={column.name} column={column} editor={editor} line={line} />
          ) : (
            <Fragment key={column.name}>
              {offer && column === firstCode ? (
                <Button onPress={props.onCodes}>Use Codes of Line {offer.number}</Button>
              ) : null}
              {editor.field({
                name: column.name,
                label: column.label,
                line,
                error: cellError(issues, row, column.name),
                onChange: (edit) => actions.change(row, edit),
              })}
            </Fragment>
          ),
        )}
        {actions.splitText !== null && editor.cents(line) ? (
          <Button
            onPress={() =>
              afterTyping(() => {
                onPlace(null);
                actions.split(row);
              })
            }
          >
            <Split aria-hidden className="size-4" />
            {actions.splitText}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
