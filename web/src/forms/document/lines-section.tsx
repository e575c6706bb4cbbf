import { useLayoutEffect, useMemo, useRef } from 'react';
import { ListPlus, Plus } from 'lucide-react';
import { lineLimit } from '#domain/document-draft';
import type { Issue } from '#domain/validation';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { today, useDateFormat } from '../../parts/date-format.tsx';
import { useFlash } from '../../parts/flash.tsx';
import { useIsPhone } from '../../parts/use-width.ts';
import type { AnyLine } from './draft.ts';
import { codedLine, copied, removed, replaced, restored } from './line-edits.ts';
import type { Place } from './line-keys.ts';
import type { LineKit } from './line-kit.ts';
import type { LineActs } from './line-row.tsx';
import { LineCards } from './line-sheet.tsx';
import { LineTable } from './line-table.tsx';

export interface LinesSectionProps<Line extends AnyLine> {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  issues: readonly Issue[];
  kit: LineKit<Line>;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  /** LI-33: what stands beside the title while the chart of accounts is not here. */
  chartNote: string | null;
}

const newKey = () => crypto.randomUUID();

function useLineActs<Line extends AnyLine>(props: LinesSectionProps<Line>) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const dateFormat = useDateFormat();
  const flash = useFlash();
  // One object for the life of the section, so that rows that did not change are not drawn again.
  const { acts, write } = useMemo(() => {
    // One key may both correct a cell, as it is left, and add a line: the second change builds on the first.
    const put = (lines: Line[]) => {
      latest.current = { ...latest.current, lines };
      latest.current.onChange(lines);
    };
    const made: LineActs<Line> = {
      edit: (row, cell) => latest.current.onPlace({ row, cell }),
      change: (row, line) => put(replaced(latest.current.lines, row, line)),
      recode: (row, { coding, coaExternalId, taxCode }) => {
        const line = latest.current.lines[row];
        if (line) put(replaced(latest.current.lines, row, { ...line, coding, coaExternalId, taxCode }));
      },
      copy: (row) => {
        if (latest.current.lines.length >= lineLimit) return flash('warning', latest.current.kit.tooMany);
        put(copied(latest.current.lines, row, newKey()));
        return latest.current.onPlace({ row: row + 1, cell: null });
      },
      remove: (row) => {
        const { lines, onPlace, kit } = latest.current;
        const line = lines[row];
        onPlace(null);
        put(removed(lines, row));
        if (!line || kit.isUntouched(line)) return;
        const undo = () => {
          if (latest.current.lines.length >= lineLimit) return flash('warning', kit.tooMany);
          return put(restored(latest.current.lines, row, line));
        };
        flash('info', `Line ${row + 1} removed.`, { text: 'Undo', onPress: undo });
      },
    };
    return { acts: made, write: put };
  }, [flash]);
  const append = (cell: string | null) => {
    const { lines, onPlace, kit } = latest.current;
    if (lines.length >= lineLimit) return flash('warning', kit.tooMany);
    const fresh = kit.empty(newKey());
    const above = lines.at(-1);
    write([...lines, codedLine(above ? kit.below(above, fresh) : fresh, kit.context.coding)]);
    return onPlace({ row: lines.length, cell });
  };
  const paste = (text: string) => {
    const { lines, onPlace, kit } = latest.current;
    const fresh = kit.pasted(text, { dateFormat, today: today(), newKey });
    if (fresh.length === 0) return flash('warning', 'There are no rows to paste.');
    const kept = lines.filter((line) => !kit.isUntouched(line));
    const added = fresh.slice(0, lineLimit - kept.length);
    onPlace(null);
    write([...kept, ...added]);
    const keys = new Set(added.map(({ keyId }) => keyId));
    const undo = () => {
      const others = latest.current.lines.filter(({ keyId }) => !keys.has(keyId));
      write([...others, ...lines.filter((line) => kit.isUntouched(line))]);
    };
    const follow = { text: 'Undo', onPress: undo };
    if (fresh.length > added.length) return flash('warning', kit.tooMany, follow);
    return flash('info', added.length === 1 ? '1 line pasted.' : `${added.length} lines pasted.`, follow);
  };
  const pasteFromClipboard = async () => {
    try {
      paste(await navigator.clipboard.readText());
    } catch {
      // The browser may keep the clipboard to itself.
      flash('info', 'Click into a line and press Ctrl+V or Cmd+V to paste the copied rows.');
    }
  };
  return { acts, append, paste, pasteFromClipboard };
}

/** The lines of the document with what is said about them as a whole. */
export function LinesSection<Line extends AnyLine>(props: LinesSectionProps<Line>) {
  const { lines, issues, kit } = props;
  const { acts, append, paste, pasteFromClipboard } = useLineActs(props);
  const phone = useIsPhone();
  const whole = issues.filter(({ field }) => field === 'lineItems' || field === 'totalCost');
  const List = phone ? LineCards : LineTable;
  return (
    <Card
      id="lines"
      title="Line Items"
      aside={props.chartNote ? <span className="text-sm text-ink-muted">{props.chartNote}</span> : null}
    >
      <List
        lines={lines}
        issues={issues}
        kit={kit}
        place={props.place}
        onPlace={props.onPlace}
        acts={acts}
        onAppend={append}
        onPaste={paste}
      />
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <Button onPress={() => append(null)}>
          <Plus aria-hidden className="size-4" />
          Add Line
        </Button>
        {phone ? null : (
          <Button look="quiet" onPress={() => void pasteFromClipboard()}>
            <ListPlus aria-hidden className="size-4" />
            Paste from Spreadsheet
          </Button>
        )}
        <div className="flex-1" data-field="lineItems">
          {whole.map(({ field, message }) => (
            <p key={`${field}${message}`} className="text-right text-xs text-negative">
              {message}
            </p>
          ))}
        </div>
      </div>
    </Card>
  );
}
