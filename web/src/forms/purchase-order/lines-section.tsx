import { useLayoutEffect, useMemo, useRef } from 'react';
import { ListPlus, Plus } from 'lucide-react';
import { lineLimit } from '#domain/purchase-order';
import type { LineDraft } from '#domain/line';
import type { Issue } from '#domain/validation';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { today, useDateFormat } from '../../parts/date-format.tsx';
import { useFlash } from '../../parts/flash.tsx';
import { useIsPhone } from '../../parts/use-width.ts';
import type { LineContext } from './line-context.ts';
import { appended, codedLine, copied, isUntouched, removed, replaced } from './line-edits.ts';
import type { Place } from './line-keys.ts';
import type { LineActs } from './line-row.tsx';
import { LineCards } from './line-sheet.tsx';
import { LineTable } from './line-table.tsx';
import { pastedLines } from './pasted-lines.ts';

export interface LinesSectionProps {
  lines: readonly LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  issues: readonly Issue[];
  context: LineContext;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  /** LI-33: what stands beside the title while the chart of accounts is not here. */
  chartNote: string | null;
}

const newKey = () => crypto.randomUUID();

function useLineActs(props: LinesSectionProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const dateFormat = useDateFormat();
  const flash = useFlash();
  // One object for the life of the section, so that rows that did not change are not drawn again.
  const acts = useMemo<LineActs>(
    () => ({
      edit: (row, cell) => latest.current.onPlace({ row, cell }),
      change: (row, line) => latest.current.onChange(replaced(latest.current.lines, row, line)),
      copy: (row) => {
        latest.current.onChange(copied(latest.current.lines, row, newKey()));
        latest.current.onPlace({ row: row + 1, cell: null });
      },
      remove: (row) => {
        latest.current.onPlace(null);
        latest.current.onChange(removed(latest.current.lines, row));
      },
    }),
    [],
  );
  const append = (cell: string | null) => {
    const { lines, onChange, onPlace, context } = latest.current;
    if (lines.length >= lineLimit)
      return flash('warning', `A purchase order has at most ${lineLimit} lines.`);
    onChange(appended(lines, newKey(), context.coding));
    return onPlace({ row: lines.length, cell });
  };
  const paste = (text: string) => {
    const { lines, onChange, onPlace, context } = latest.current;
    const fresh = pastedLines(text, { currency: context.currency, dateFormat, today: today(), newKey });
    const kept = lines.filter((line) => !isUntouched(line));
    const room = lineLimit - kept.length;
    const added = fresh.slice(0, room).map((line) => codedLine(line, context.coding));
    onPlace(null);
    onChange([...kept, ...added]);
    if (fresh.length > room) return flash('warning', `A purchase order has at most ${lineLimit} lines.`);
    return flash('info', added.length === 1 ? '1 line pasted.' : `${added.length} lines pasted.`);
  };
  return { acts, append, paste };
}

/** The lines of the document with what is said about them as a whole. */
export function LinesSection(props: LinesSectionProps) {
  const { lines, issues, context } = props;
  const { acts, append, paste } = useLineActs(props);
  const phone = useIsPhone();
  const whole = issues.filter(({ field }) => field === 'lineItems' || field === 'totalCost');
  const List = phone ? LineCards : LineTable;
  const pasteFromClipboard = () => void navigator.clipboard.readText().then(paste, () => props.onPlace(null));
  return (
    <Card
      id="lines"
      title="Line Items"
      aside={props.chartNote ? <span className="text-sm text-ink-muted">{props.chartNote}</span> : null}
    >
      <List
        lines={lines}
        issues={issues}
        context={context}
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
          <Button look="quiet" onPress={pasteFromClipboard}>
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
