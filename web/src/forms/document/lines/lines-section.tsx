import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lineLimit } from '#domain/documents/document-draft';
import type { Split } from '#domain/series/episode-split';
import type { Issue } from '#domain/documents/validation';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { today, useDateFormat } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import type { AnyLine, SharedForm } from '../model/draft.ts';
import { setLines, useLines } from './line-state.ts';
import {
  applyCodesToEmpty,
  codesOffer,
  copied,
  removed,
  replaced,
  restored,
  withDefaultCodes,
  withCode,
} from './line-edits.ts';
import type { Place } from './line-navigation.ts';
import { minWidth, useColumns } from './line-editor.ts';
import type { LineEditor } from './line-editor.ts';
import type { LineActions } from './line-row.tsx';
import { useShownColumns } from './columns-menu.tsx';
import { LineCards } from './line-cards.tsx';
import { LineTable } from './line-table.tsx';
import { LinesFooter } from './lines-footer.tsx';
import { canSplit, SplitLine, splitText } from './split-line.tsx';

interface LinesSectionProps<Line extends AnyLine> {
  form: SharedForm;
  issues: readonly Issue[];
  editor: LineEditor<Line>;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  /** Shown next to the title while the chart of accounts is missing (LI-33). */
  chartNote: string | null;
}

const newKey = () => crypto.randomUUID();

type LineActionOptions<Line extends AnyLine> = Pick<
  LinesSectionProps<Line>,
  'form' | 'editor' | 'onPlace'
> & {
  dateFormat: ReturnType<typeof useDateFormat>;
  flash: ReturnType<typeof useToast>;
  /** Opens the dialog that splits this line. */
  openSplit: (row: number) => void;
};

/** Actions on the form's current lines, which may be newer than the rendered ones. */
function lineActionsOf<Line extends AnyLine>({
  form,
  editor,
  onPlace,
  dateFormat,
  flash,
  openSplit,
}: LineActionOptions<Line>) {
  const current = () => form.getValues('lineItems') as Line[];
  const replaceLines = (lines: readonly Line[]) => setLines(form, lines);
  const isFull = () => {
    if (current().length < lineLimit) return false;
    flash('warning', editor.tooMany);
    return true;
  };
  const actions: LineActions<Line> = {
    edit: (row, cell) => onPlace({ row, cell }),
    change: (row, edit) => {
      const line = current()[row];
      if (line) replaceLines(replaced(current(), row, edit(line)));
    },
    copy: (row) => {
      if (isFull()) return;
      replaceLines(copied(current(), row, newKey()));
      onPlace({ row: row + 1, cell: null });
    },
    remove: (row) => {
      const line = current()[row];
      onPlace(null);
      replaceLines(removed(current(), row));
      if (!line || editor.isUntouched(line)) return;
      const undo = () => isFull() || replaceLines(restored(current(), row, line));
      flash('info', `Line ${row + 1} removed.`, { text: 'Undo', onPress: undo });
    },
    split: openSplit,
    splitText: splitText(editor.context),
  };
  const append = (cell: string | null) => {
    if (isFull()) return;
    const lines = current();
    replaceLines([...lines, withDefaultCodes(editor.empty(newKey()), editor.context.coding)]);
    onPlace({ row: lines.length, cell });
  };
  const paste = (text: string) => {
    const fresh = editor.pasted(text, { dateFormat, today: today(), newKey });
    if (fresh.length === 0) return flash('warning', 'There are no rows to paste.');
    const untouched = current().filter((line) => editor.isUntouched(line));
    const filled = current().filter((line) => !editor.isUntouched(line));
    const added = fresh.slice(0, lineLimit - filled.length);
    onPlace(null);
    replaceLines([...filled, ...added]);
    const keys = new Set(added.map(({ keyId }) => keyId));
    const undo = () => replaceLines([...current().filter(({ keyId }) => !keys.has(keyId)), ...untouched]);
    const follow = { text: 'Undo', onPress: undo };
    if (fresh.length > added.length) return flash('warning', editor.tooMany, follow);
    return flash('info', added.length === 1 ? '1 line pasted.' : `${added.length} lines pasted.`, follow);
  };
  const acceptCodes = () => {
    const before = current();
    const offer = codesOffer(before, editor.context);
    if (!offer) return;
    const keys = new Set(offer.keyIds);
    const fields = editor.context.coding.fields ?? [];
    const coded = (line: Line) =>
      keys.has(line.keyId) ? applyCodesToEmpty(line, offer.codes, fields) : line;
    replaceLines(before.map(coded));
    const old = new Map(before.map((line) => [line.keyId, line]));
    const undo = () =>
      replaceLines(
        current().map((line) => {
          const { coding, coaExternalId } = old.get(line.keyId) ?? line;
          return keys.has(line.keyId) ? { ...line, coding, coaExternalId } : line;
        }),
      );
    const count = keys.size === 1 ? '1 line' : `${keys.size} lines`;
    flash('info', `${count} coded like line ${offer.row + 1}.`, { text: 'Undo', onPress: undo });
  };
  const acceptOffer = () => {
    const before = current();
    const offer = editor.offer(before, newKey);
    if (!offer) return;
    if (offer.lines.length > lineLimit) return flash('warning', editor.tooMany);
    onPlace(null);
    replaceLines(offer.lines);
    const added = offer.lines.length - before.length + 1;
    const text = added === 1 ? '1 line pasted.' : `${added} lines pasted.`;
    const previousKeys = new Set(before.map(({ keyId }) => keyId));
    const addedKeys = new Set(offer.lines.map(({ keyId }) => keyId).filter((key) => !previousKeys.has(key)));
    const [bare] = before.filter(({ keyId }) => !offer.lines.some((line) => line.keyId === keyId));
    const undo = () => {
      const at = current().findIndex(({ keyId }) => addedKeys.has(keyId));
      const others = current().filter(({ keyId }) => !addedKeys.has(keyId));
      replaceLines(bare && at >= 0 ? others.toSpliced(at, 0, bare) : others);
    };
    return flash('info', text, { text: 'Undo', onPress: undo });
  };
  const splitLine = (row: number, split: Split) => {
    const line = current()[row];
    if (!line) return;
    const { fields } = editor.context.coding;
    const parts = editor.split(line, split, newKey);
    // The record of the chart follows from the account.
    const made =
      split.over === 'ACCOUNT' && fields
        ? parts.map((part) => withCode(part, 'ACCOUNT', part.coding['ACCOUNT'] ?? '', fields))
        : parts;
    const keys = new Set(made.map(({ keyId }) => keyId));
    onPlace(null);
    replaceLines(current().toSpliced(row, 1, ...made));
    const undo = () => {
      const at = current().findIndex(({ keyId }) => keys.has(keyId));
      const others = current().filter(({ keyId }) => !keys.has(keyId));
      if (at >= 0) replaceLines(restored(others, at, line));
    };
    flash('info', `Line ${row + 1} split into ${made.length} lines.`, { text: 'Undo', onPress: undo });
  };
  const pasteFromClipboard = async () => {
    try {
      paste(await navigator.clipboard.readText());
    } catch {
      // The browser may deny access to the clipboard.
      flash('info', 'Click into a line and press Ctrl+V or Cmd+V to paste the copied rows.');
    }
  };
  return { actions, append, paste, acceptCodes, acceptOffer, splitLine, pasteFromClipboard };
}

/** Memoized actions, to avoid rerendering the lines. */
function useLineActions<Line extends AnyLine>(
  { form, editor, onPlace }: LinesSectionProps<Line>,
  openSplit: (row: number) => void,
) {
  const dateFormat = useDateFormat();
  const flash = useToast();
  return useMemo(
    () => lineActionsOf({ form, editor, onPlace, dateFormat, flash, openSplit }),
    [form, editor, onPlace, dateFormat, flash, openSplit],
  );
}

/** Sets the form's width in rem to that of all columns if the window has space, so that its sections align. */
function useFormWidth(minWidthRem: number) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The border of the card.
    box.current
      ?.closest<HTMLElement>('[data-form]')
      ?.style.setProperty('--lines', `${minWidthRem + 0.25}rem`);
  }, [minWidthRem]);
  return box;
}

function LinesSectionView<Line extends AnyLine>(props: LinesSectionProps<Line>) {
  const { issues, editor } = props;
  const lines = useLines(props.form) as readonly Line[];
  const [splitRow, setSplitRow] = useState<number | null>(null);
  const { actions, append, paste, acceptCodes, acceptOffer, splitLine, pasteFromClipboard } = useLineActions(
    props,
    setSplitRow,
  );
  const editedRow = props.place?.row ?? 0;
  const openSplit = useCallback(() => setSplitRow(editedRow), [editedRow]);
  const offer = editor.offer(lines, newKey);
  const coded = codesOffer(lines, editor.context);
  const { shown, menu } = useShownColumns(editor, lines, issues);
  const columns = useColumns(shown, lines);
  const phone = useIsPhone();
  const List = phone ? LineCards : LineTable;
  const box = useFormWidth(Math.max(editor.usualWidth, minWidth(columns)));
  return (
    <div ref={box} className="min-w-0">
      <Card
        id="lines"
        title="Line Items"
        aside={
          <div className="flex items-center gap-2">
            {props.chartNote ? <span className="text-sm text-ink-muted">{props.chartNote}</span> : null}
            {menu}
          </div>
        }
      >
        <List
          lines={lines}
          columns={columns}
          issues={issues}
          editor={shown}
          place={props.place}
          onPlace={props.onPlace}
          actions={actions}
          coded={coded ? { number: coded.row + 1, keyIds: coded.keyIds } : null}
          onCodes={acceptCodes}
          onAppend={append}
          onPaste={paste}
        />
        {offer ? (
          <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-sm">
            <span>{offer.text}</span>
            <Button onPress={acceptOffer}>{offer.action}</Button>
          </div>
        ) : null}
        {editor.note(lines)}
        <LinesFooter
          issues={issues}
          onAppend={append}
          onPaste={phone ? null : pasteFromClipboard}
          codedLine={coded ? coded.row + 1 : null}
          onCodes={acceptCodes}
          onSplit={openSplit}
          splitText={canSplit(editor, lines) ? splitText(editor.context) : null}
        />
        {splitRow === null ? null : (
          <SplitLine
            lines={lines}
            editor={editor}
            initialRow={splitRow}
            onSplit={splitLine}
            onClose={() => setSplitRow(null)}
          />
        )}
      </Card>
    </div>
  );
}

/** The line items and their errors. Only this section rerenders for a key in a line. */
export const LinesSection = memo(LinesSectionView) as typeof LinesSectionView;
