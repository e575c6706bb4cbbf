import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { ListPlus, Plus } from 'lucide-react';
import { lineLimit } from '#domain/documents/document-draft';
import type { Issue } from '#domain/documents/validation';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { today, useDateFormat } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import type { AnyLine, SharedForm } from '../model/draft.ts';
import { setLines, useLines } from './line-state.ts';
import { withDefaultCodes, copied, removed, replaced, restored } from './line-edits.ts';
import type { Place } from './line-navigation.ts';
import { leastWidth, useColumns } from './line-editor.ts';
import type { LineKit } from './line-editor.ts';
import type { LineActs } from './line-row.tsx';
import { LineCards } from './line-cards.tsx';
import { LineTable } from './line-table.tsx';

interface LinesSectionProps<Line extends AnyLine> {
  form: SharedForm;
  issues: readonly Issue[];
  kit: LineKit<Line>;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  /** LI-33: what stands beside the title while the chart of accounts is not here. */
  chartNote: string | null;
}

const newKey = () => crypto.randomUUID();

type Surroundings<Line extends AnyLine> = Pick<LinesSectionProps<Line>, 'form' | 'kit' | 'onPlace'> & {
  dateFormat: ReturnType<typeof useDateFormat>;
  flash: ReturnType<typeof useToast>;
};

/** What can be done with the lines that the form holds at that moment, whatever has been drawn of them. */
function actsOn<Line extends AnyLine>({ form, kit, onPlace, dateFormat, flash }: Surroundings<Line>) {
  const current = () => form.getValues('lineItems') as Line[];
  const put = (lines: readonly Line[]) => setLines(form, lines);
  const isFull = () => {
    if (current().length < lineLimit) return false;
    flash('warning', kit.tooMany);
    return true;
  };
  const acts: LineActs<Line> = {
    edit: (row, cell) => onPlace({ row, cell }),
    change: (row, edit) => {
      const line = current()[row];
      if (line) put(replaced(current(), row, edit(line)));
    },
    copy: (row) => {
      if (isFull()) return;
      put(copied(current(), row, newKey()));
      onPlace({ row: row + 1, cell: null });
    },
    remove: (row) => {
      const line = current()[row];
      onPlace(null);
      put(removed(current(), row));
      if (!line || kit.isUntouched(line)) return;
      const undo = () => isFull() || put(restored(current(), row, line));
      flash('info', `Line ${row + 1} removed.`, { text: 'Undo', onPress: undo });
    },
  };
  const append = (cell: string | null) => {
    if (isFull()) return;
    const lines = current();
    const fresh = kit.empty(newKey());
    const above = lines.at(-1);
    put([...lines, withDefaultCodes(above ? kit.below(above, fresh) : fresh, kit.context.coding)]);
    onPlace({ row: lines.length, cell });
  };
  const paste = (text: string) => {
    const fresh = kit.pasted(text, { dateFormat, today: today(), newKey });
    if (fresh.length === 0) return flash('warning', 'There are no rows to paste.');
    const untouched = current().filter((line) => kit.isUntouched(line));
    const kept = current().filter((line) => !kit.isUntouched(line));
    const added = fresh.slice(0, lineLimit - kept.length);
    onPlace(null);
    put([...kept, ...added]);
    const keys = new Set(added.map(({ keyId }) => keyId));
    const undo = () => put([...current().filter(({ keyId }) => !keys.has(keyId)), ...untouched]);
    const follow = { text: 'Undo', onPress: undo };
    if (fresh.length > added.length) return flash('warning', kit.tooMany, follow);
    return flash('info', added.length === 1 ? '1 line pasted.' : `${added.length} lines pasted.`, follow);
  };
  const takeOffer = () => {
    const before = current();
    const offer = kit.offer(before, newKey);
    if (!offer) return;
    if (offer.lines.length > lineLimit) return flash('warning', kit.tooMany);
    onPlace(null);
    put(offer.lines);
    const added = offer.lines.length - before.length + 1;
    const text = added === 1 ? '1 line pasted.' : `${added} lines pasted.`;
    const known = new Set(before.map(({ keyId }) => keyId));
    const taken = new Set(offer.lines.map(({ keyId }) => keyId).filter((key) => !known.has(key)));
    const [bare] = before.filter(({ keyId }) => !offer.lines.some((line) => line.keyId === keyId));
    const undo = () => {
      const at = current().findIndex(({ keyId }) => taken.has(keyId));
      const others = current().filter(({ keyId }) => !taken.has(keyId));
      put(bare && at >= 0 ? others.toSpliced(at, 0, bare) : others);
    };
    return flash('info', text, { text: 'Undo', onPress: undo });
  };
  const pasteFromClipboard = async () => {
    try {
      paste(await navigator.clipboard.readText());
    } catch {
      // The browser may keep the clipboard to itself.
      flash('info', 'Click into a line and press Ctrl+V or Cmd+V to paste the copied rows.');
    }
  };
  return { acts, append, paste, takeOffer, pasteFromClipboard };
}

/** The same acts for as long as their surroundings are, so that nothing is drawn again for them. */
function useLineActs<Line extends AnyLine>({ form, kit, onPlace }: LinesSectionProps<Line>) {
  const dateFormat = useDateFormat();
  const flash = useToast();
  return useMemo(
    () => actsOn({ form, kit, onPlace, dateFormat, flash }),
    [form, kit, onPlace, dateFormat, flash],
  );
}

/** What stands below the lines; `whole`: what is said about all of them. */
const Foot = memo(
  (props: {
    issues: readonly Issue[];
    onAppend: (cell: null) => void;
    onPaste: (() => Promise<void>) | null;
  }) => {
    const { onAppend, onPaste } = props;
    const whole = props.issues.filter(({ field }) => field === 'lineItems' || field === 'totalCost');
    return (
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <Button onPress={() => onAppend(null)}>
          <Plus aria-hidden className="size-4" />
          Add Line
        </Button>
        {onPaste ? (
          <Button look="quiet" onPress={() => void onPaste()}>
            <ListPlus aria-hidden className="size-4" />
            Paste from Spreadsheet
          </Button>
        ) : null}
        <div className="flex-1" data-field="lineItems">
          {whole.map(({ field, message }) => (
            <p key={`${field}${message}`} className="text-right text-xs text-negative">
              {message}
            </p>
          ))}
        </div>
      </div>
    );
  },
);

/** In rem: where the window has room for all columns the whole form takes it, so that its sections keep one edge. */
function useFormWidth(least: number) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The border of the card is beside the table.
    box.current?.closest<HTMLElement>('[data-form]')?.style.setProperty('--lines', `${least + 0.25}rem`);
  }, [least]);
  return box;
}

function LinesSectionView<Line extends AnyLine>(props: LinesSectionProps<Line>) {
  const { issues, kit } = props;
  const lines = useLines(props.form) as readonly Line[];
  const { acts, append, paste, takeOffer, pasteFromClipboard } = useLineActs(props);
  const offer = kit.offer(lines, newKey);
  const columns = useColumns(kit, lines);
  const phone = useIsPhone();
  const List = phone ? LineCards : LineTable;
  const box = useFormWidth(Math.max(kit.usualWidth, leastWidth(columns)));
  return (
    <div ref={box} className="min-w-0">
      <Card
        id="lines"
        title="Line Items"
        aside={props.chartNote ? <span className="text-sm text-ink-muted">{props.chartNote}</span> : null}
      >
        <List
          lines={lines}
          columns={columns}
          issues={issues}
          kit={kit}
          place={props.place}
          onPlace={props.onPlace}
          acts={acts}
          onAppend={append}
          onPaste={paste}
        />
        {offer ? (
          <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-sm">
            <span>{offer.text}</span>
            <Button onPress={takeOffer}>{offer.action}</Button>
          </div>
        ) : null}
        {kit.note(lines)}
        <Foot issues={issues} onAppend={append} onPaste={phone ? null : pasteFromClipboard} />
      </Card>
    </div>
  );
}

/** The lines of the document with what is said about them as a whole. A key in a line draws this, and nothing around it. */
export const LinesSection = memo(LinesSectionView) as typeof LinesSectionView;
