import { useRef } from 'react';
import { ChevronDown, ChevronUp, Copy, Trash2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { toCents } from '#domain/money';
import type { LineDraft } from '#domain/line';
import type { Issue } from '#domain/validation';
import { Button, IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Money } from '../../parts/money.tsx';
import { useKeptFocus } from '../../parts/use-kept-focus.ts';
import { cellError, hasCell, lineColumns } from './line-context.ts';
import type { LineContext } from './line-context.ts';
import { itemTypeOf, itemTypes } from './line-edits.ts';
import { LineField } from './line-field.tsx';
import type { Place } from './line-keys.ts';
import { LineAmount } from './line-row.tsx';
import type { LineActs } from './line-row.tsx';

interface SheetProps {
  lines: readonly LineDraft[];
  issues: readonly Issue[];
  context: LineContext;
  place: Place | null;
  onPlace: (place: Place | null) => void;
  acts: LineActs;
}

function CardLine(props: { line: LineDraft; context: LineContext }) {
  const { line, context } = props;
  const cost = line.unitCost === null ? null : toCents(line.unitCost);
  return (
    <span className="figures block truncate text-sm text-ink-muted">
      {line.quantity} × {cost === null ? '—' : <Money cents={cost} currency={context.currency} />}
      {line.acquisitionType === 'RENTAL'
        ? ` · ${itemTypes.find(({ id }) => id === itemTypeOf(line))?.text}`
        : ''}
    </span>
  );
}

/** The lines on a phone: a card each, edited in a sheet from below (UX-09). */
export function LineCards(props: SheetProps) {
  const { lines, context, issues, acts } = props;
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  return (
    <>
      <ul ref={list} aria-label="Line items" className="grid grid-cols-1 gap-2">
        {lines.map((line, row) => {
          const broken = issues.filter(({ field }) => field.startsWith(`lineItems.${row}.`));
          return (
            <li key={line.keyId || line.id || row}>
              <AriaButton
                onPress={() => acts.edit(row, null)}
                isDisabled={row < context.lockedLineCount}
                className={`flex min-h-11 w-full cursor-pointer items-start justify-between gap-3 rounded-lg border bg-surface-raised px-3 py-2.5 text-left data-pressed:bg-surface-pressed ${broken.length > 0 ? 'border-negative' : 'border-line'}`}
              >
                <span className="min-w-0">
                  <span className="line-clamp-2 font-medium">
                    {`${row + 1}. ${line.description || 'No description'}`}
                  </span>
                  <CardLine line={line} context={context} />
                  {broken.map(({ field, message }) => (
                    <span key={field} className="block text-xs text-negative">
                      {message}
                    </span>
                  ))}
                </span>
                <LineAmount line={line} currency={context.currency} />
              </AriaButton>
            </li>
          );
        })}
      </ul>
      <LineSheet {...props} />
    </>
  );
}

function LineSheet(props: SheetProps) {
  const { lines, context, issues, place, onPlace, acts } = props;
  const row = place?.row ?? 0;
  const line = place ? lines[row] : undefined;
  if (!line) return null;
  const go = (next: number) => onPlace({ row: next, cell: null });
  return (
    <Dialog
      title={`Line ${row + 1} of ${lines.length}`}
      isOpen
      onClose={() => onPlace(null)}
      footer={
        <div className="flex w-full items-center">
          <IconButton label="Previous line" isDisabled={row === 0} onPress={() => go(row - 1)}>
            <ChevronUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Next line" isDisabled={row === lines.length - 1} onPress={() => go(row + 1)}>
            <ChevronDown aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={`Copy line ${row + 1}`} onPress={() => acts.copy(row)}>
            <Copy aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`Remove line ${row + 1}`}
            onPress={() => {
              onPlace(null);
              acts.remove(row);
            }}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
          <span className="min-w-0 flex-1 truncate pr-3 text-right font-medium">
            <LineAmount line={line} currency={context.currency} />
          </span>
          <Button look="primary" onPress={() => onPlace(null)}>
            Done
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        {lineColumns(context, line.acquisitionType === 'RENTAL')
          .filter(({ name }) => hasCell(name, line))
          .map(({ name, label }) => (
            <LineField
              key={name}
              name={name}
              label={label}
              line={line}
              context={context}
              error={cellError(issues, row, name)}
              onChange={(next) => acts.change(row, next)}
            />
          ))}
      </div>
    </Dialog>
  );
}
