import { useState } from 'react';
import type { ReactNode } from 'react';
import { orderLineFields } from '#domain/documents/line-fields';
import { mapFields } from '#domain/documents/text-fields';
import { toCents } from '#domain/values/money';
import type { LineDifference, LineFieldDifference } from '#domain/purchase-orders/version-differences';
import { Button } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import type { Tone } from '../../../parts/display/chip.tsx';
import type { Shape } from '../../../parts/display/status-shape.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Mark } from './change-mark.tsx';
import type { Side } from './change-mark.tsx';
import type { Line } from '#domain/purchase-orders/purchase-order-response';
import type { AccountField } from '#domain/reference-data/reference-data-response';

const looks = {
  added: { text: 'Added', tone: 'positive', shape: 'check' },
  changed: { text: 'Changed', tone: 'caution', shape: 'half' },
  removed: { text: 'Removed', tone: 'negative', shape: 'cross' },
  same: { text: 'Unchanged', tone: 'neutral', shape: 'open' },
} as const satisfies Record<LineDifference['kind'], { text: string; tone: Tone; shape: Shape }>;

const terms: Record<Exclude<LineFieldDifference['field'], 'coding'>, string> = {
  description: 'Description',
  acquisitionType: 'Item Type',
  rentalType: 'Rental',
  rentalStart: 'Rental Start',
  rentalEnd: 'Rental End',
  ...mapFields(orderLineFields, ({ label }) => label),
  quantity: 'Quantity',
  unitCost: 'Unit Cost',
  totalCost: 'Amount',
};

/** Fields that the line shows anyway. Other fields that differ are listed separately. */
const inlineFields = new Set<LineFieldDifference['field']>([
  'description',
  'quantity',
  'unitCost',
  'totalCost',
]);

function titleCase(word: string): string {
  return word === '' ? '' : `${word[0]}${word.slice(1).toLowerCase()}`;
}

function Value(props: { difference: LineFieldDifference; side: Side }) {
  const { difference, side } = props;
  const value = String(difference[side]);
  if (value === '') return 'none';
  if (difference.unit === 'day') return <Day day={value} />;
  const isType = difference.field === 'acquisitionType' || difference.field === 'rentalType';
  return isType ? titleCase(value) : value;
}

interface LineContext {
  currency: string;
  fields: readonly AccountField[];
}

function termOf(difference: LineFieldDifference, fields: readonly AccountField[]): string {
  if (difference.field !== 'coding') return terms[difference.field];
  const column = fields.find(({ config_type }) => config_type === difference.configType);
  return column?.header ?? difference.configType;
}

/** A line in one version. `differences` are the fields that have another value in the other version. */
function LineSide(props: {
  line: Line;
  side: Side;
  differences: readonly LineFieldDifference[];
  isWhole: boolean;
  context: LineContext;
}) {
  const { line, side, differences, isWhole } = props;
  const { currency, fields } = props.context;
  // In a new line, only description and amount are marked.
  const whole = isWhole && side === 'after' ? new Set(['description', 'totalCost']) : inlineFields;
  const differs = (field: LineFieldDifference['field']) =>
    isWhole ? whole.has(field) : differences.some((difference) => difference.field === field);
  const marked = (field: LineFieldDifference['field'], value: ReactNode) =>
    differs(field) ? <Mark side={side}>{value}</Mark> : value;
  const others = differences.filter(({ field }) => !inlineFields.has(field));
  return (
    <div className="min-w-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words">{marked('description', line.description)}</span>
        <span className="shrink-0">
          {marked('totalCost', <Money cents={toCents(line.totalCost)} currency={currency} />)}
        </span>
      </p>
      <p className="figures text-xs text-ink-muted">
        {marked('quantity', line.quantity)} ×{' '}
        {marked('unitCost', <Money cents={toCents(line.unitCost)} currency={currency} />)}
        {others.map((difference) => (
          <span key={`${difference.field}${termOf(difference, fields)}`}>
            {` · ${termOf(difference, fields)} `}
            <Mark side={side}>
              <Value difference={difference} side={side} />
            </Mark>
          </span>
        ))}
      </p>
    </div>
  );
}

function EmptySide() {
  return <p className="text-xs text-ink-muted max-sm:hidden">—</p>;
}

function ComparedLine(props: { difference: LineDifference; context: LineContext }) {
  const { difference, context } = props;
  const look = looks[difference.kind];
  const differences = difference.kind === 'changed' ? difference.fields : [];
  const line = difference.kind === 'removed' ? difference.before : difference.after;
  return (
    <li
      aria-label={`${look.text} line ${line.lineNumber}`}
      className="grid grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-b border-line py-2.5 text-sm last:border-b-0 max-sm:grid-cols-1"
    >
      <span className="flex items-center gap-2 self-start">
        <span className="figures w-4 shrink-0 text-right text-xs text-ink-muted">{line.lineNumber}</span>
        <Chip tone={look.tone} shape={look.shape}>
          {look.text}
        </Chip>
      </span>
      {difference.kind === 'added' ? (
        <EmptySide />
      ) : (
        <LineSide
          line={difference.before}
          side="before"
          differences={differences}
          isWhole={difference.kind === 'removed'}
          context={context}
        />
      )}
      {difference.kind === 'removed' ? (
        <EmptySide />
      ) : difference.kind === 'same' ? (
        <div className="max-sm:hidden">
          <LineSide line={difference.after} side="after" differences={[]} isWhole={false} context={context} />
        </div>
      ) : (
        <LineSide
          line={difference.after}
          side="after"
          differences={differences}
          isWhole={difference.kind === 'added'}
          context={context}
        />
      )}
    </li>
  );
}

/** The lines of two versions side by side. Unchanged ones are collapsed. */
export function ComparedLines(props: { lines: readonly LineDifference[]; context: LineContext }) {
  const [showsSame, setShowsSame] = useState(false);
  const same = props.lines.filter(({ kind }) => kind === 'same').length;
  const visible = showsSame ? props.lines : props.lines.filter(({ kind }) => kind !== 'same');
  return (
    <div>
      <div
        aria-hidden
        className="grid grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)] gap-x-6 border-b border-line-strong pb-1.5 text-xs font-medium text-ink-muted max-sm:hidden"
      >
        <span>Line</span>
        <span>Before</span>
        <span>After</span>
      </div>
      <ul aria-label="Lines compared">
        {visible.map((difference) => {
          const line = difference.kind === 'removed' ? difference.before : difference.after;
          return (
            <ComparedLine
              key={`${difference.kind}${line.id}`}
              difference={difference}
              context={props.context}
            />
          );
        })}
      </ul>
      {same > 0 ? (
        <div className="pt-2">
          <Button
            look="quiet"
            flush="left"
            aria-expanded={showsSame}
            onPress={() => setShowsSame(!showsSame)}
          >
            {`${showsSame ? 'Hide' : 'Show'} ${same} unchanged ${same === 1 ? 'line' : 'lines'}`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
