import { useState } from 'react';
import { splitProblem } from '#domain/series/episode-split';
import type { LinePart, Split, SplitCode } from '#domain/series/episode-split';
import { formatMoney } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { enteredParts, typedCodes } from './split-parts.ts';
import type { SplitEntry, SplitMode } from './split-parts.ts';

const words = {
  EPISODE: { one: 'episode', several: 'episodes', title: 'Episodes', example: '101, 102, 103' },
  ACCOUNT: { one: 'account', several: 'accounts', title: 'Accounts', example: '3201, 3203' },
} as const satisfies Record<SplitCode, object>;

const modes: readonly { id: SplitMode; text: string; detail: string }[] = [
  { id: 'EQUAL', text: 'Equal Parts', detail: 'The same amount for each' },
  { id: 'SHARES', text: 'Shares', detail: 'Percentages, or other whole numbers such as 1 and 2' },
  { id: 'AMOUNTS', text: 'Amounts', detail: 'An amount for each' },
];

/** A line that can be split. */
export interface SplittableLine {
  row: number;
  description: string;
  /** The account of the line; empty without one. */
  account: string;
  cents: number;
}

interface SplitDialogProps {
  /** At least one. */
  lines: readonly SplittableLine[];
  /** The row of the line that is chosen first. */
  initialRow: number;
  /** All lines of the document, also those that cannot be split. */
  lineCount: number;
  /** Over what lines can be split; at least one. */
  codes: readonly SplitCode[];
  /** The codes of the chart of accounts; null where it has none, so that any can be typed. */
  options: Readonly<Record<SplitCode, readonly Option[] | null>>;
  title: string;
  currency: string;
  tooMany: string;
  onSplit: (row: number, split: Split) => void;
  onClose: () => void;
}

interface CodeRowProps {
  code: Option;
  part: LinePart | undefined;
  entry: SplitEntry;
  currency: string;
  /** Null where the codes are typed. */
  onToggle: ((code: string) => void) | null;
  onChange: (change: Partial<SplitEntry>) => void;
}

function CodeRow(props: CodeRowProps) {
  const { code, part, entry, currency, onToggle, onChange } = props;
  const { id } = code;
  return (
    <li className="flex min-h-11 items-center gap-3">
      <div className="min-w-0 flex-1">
        {onToggle ? (
          <Checkbox label={code.text} isSelected={part !== undefined} onChange={() => onToggle(id)} />
        ) : (
          code.text
        )}
      </div>
      {part && entry.mode === 'SHARES' ? (
        <div className="w-20 max-sm:w-16">
          <IntegerField
            label={`Share of ${id}`}
            hideLabel
            value={id in entry.shares ? (entry.shares[id] ?? null) : 1}
            minimum={null}
            maxLength={6}
            onChange={(share) => onChange({ shares: { ...entry.shares, [id]: share } })}
          />
        </div>
      ) : null}
      <div className={`text-right ${entry.mode === 'AMOUNTS' ? 'w-36' : 'w-28'}`}>
        {part && entry.mode === 'AMOUNTS' ? (
          <MoneyField
            label={`Amount of ${id}`}
            hideLabel
            cents={entry.amounts[id] ?? null}
            currency={currency}
            onChange={(cents) => onChange({ amounts: { ...entry.amounts, [id]: cents } })}
          />
        ) : null}
        {part && entry.mode !== 'AMOUNTS' ? <Money cents={part.cents} currency={currency} /> : null}
      </div>
    </li>
  );
}

/** The state of the dialog, with the parts that it amounts to. */
function useSplitEntry({ lines, initialRow, lineCount, codes, options, currency }: SplitDialogProps) {
  const [row, setRow] = useState(initialRow);
  const [over, setOver] = useState<SplitCode>(codes[0] ?? 'EPISODE');
  const line = lines.find((one) => one.row === row) ?? lines[0];
  // All episodes are offered as checkboxes; a chart has too many accounts for that.
  const offered = over === 'EPISODE' ? options.EPISODE : null;
  const startOf = (kind: SplitCode, account: string) => {
    const text = kind === 'ACCOUNT' ? account : '';
    const chosen = kind === 'EPISODE' ? options.EPISODE?.map(({ id }) => id) : null;
    const initial = chosen ?? typedCodes(text, options[kind]);
    return { text, entry: { mode: 'EQUAL', codes: initial, shares: {}, amounts: {} } as const };
  };
  const [start] = useState(() => startOf(over, line?.account ?? ''));
  const [typed, setTyped] = useState<string>(start.text);
  const [entry, setEntry] = useState<SplitEntry>(start.entry);
  const restart = (kind: SplitCode, account: string) => {
    const { text, entry: fresh } = startOf(kind, account);
    setTyped(text);
    setEntry(fresh);
  };
  const totalCents = line?.cents ?? 0;
  const parts = enteredParts(entry, totalCents, currency);
  const sum = parts.reduce((cents, part) => cents + part.cents, 0);
  const filled = parts.filter(({ cents }) => cents !== 0);
  const known = options[over];
  const change = (changed: Partial<SplitEntry>) => setEntry((now) => ({ ...now, ...changed }));
  return {
    row: line?.row ?? row,
    over,
    offered,
    typed,
    entry,
    parts,
    sum,
    filled,
    difference: sum - totalCents,
    unknown: known ? entry.codes.filter((code) => known.every(({ id }) => id !== code)) : [],
    problem: splitProblem(filled, { totalCents, lineCount }),
    change,
    chooseOver: (kind: SplitCode) => {
      setOver(kind);
      restart(kind, line?.account ?? '');
    },
    /** The amounts of another line would not add up, and it has another account. */
    chooseLine: (id: string | null) => {
      setRow(Number(id));
      if (over === 'ACCOUNT') restart(over, lines.find((one) => String(one.row) === id)?.account ?? '');
      else change({ mode: 'EQUAL', amounts: {} });
    },
    /** Typed amounts start as the parts so far. */
    chooseMode: (mode: SplitMode) =>
      change({ mode, amounts: Object.fromEntries(parts.map(({ code, cents }) => [code, cents])) }),
    type: (text: string) => {
      setTyped(text);
      change({ codes: typedCodes(text, known) });
    },
    toggle: (id: string) => {
      const isChosen = entry.codes.includes(id);
      const all = offered?.map((one) => one.id) ?? [];
      change({ codes: all.filter((one) => (one === id ? !isChosen : entry.codes.includes(one))) });
    },
  };
}

type SplitState = ReturnType<typeof useSplitEntry>;

function Codes(props: SplitDialogProps & { split: SplitState }) {
  const { split, options, currency } = props;
  const { entry, parts, offered, over } = split;
  const textOf = (id: string) => options[over]?.find((one) => one.id === id)?.text ?? id;
  const rows = offered ?? entry.codes.map((id) => ({ id, text: textOf(id) }));
  const isAll = entry.codes.length === rows.length;
  const { title } = words[over];
  return (
    <div>
      {offered ? (
        <div className="border-b border-line py-2 touch:py-0">
          <Checkbox
            label={`All ${title}`}
            isSelected={isAll}
            isIndeterminate={!isAll && entry.codes.length > 0}
            onChange={() => split.change({ codes: isAll ? [] : offered.map(({ id }) => id) })}
          />
        </div>
      ) : null}
      <ul aria-label={title}>
        {rows.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            part={parts.find((one) => one.code === code.id)}
            entry={entry}
            currency={currency}
            onToggle={offered ? split.toggle : null}
            onChange={split.change}
          />
        ))}
      </ul>
    </div>
  );
}

function Sum(props: { split: SplitState; currency: string }) {
  const { split, currency } = props;
  const amount = formatMoney(Math.abs(split.difference), currency);
  const direction = split.difference < 0 ? 'less' : 'more';
  const count = split.filled.length;
  const { one, several } = words[split.over];
  return (
    <div aria-live="polite" className="border-t border-line pt-2">
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span>{count === 1 ? `1 ${one}` : `${count} ${several}`}</span>
        <Money cents={split.sum} currency={currency} />
      </p>
      {split.problem === 'OTHER_TOTAL' ? (
        <p className="text-right text-sm text-negative">{`The parts are ${amount} ${direction} than the line.`}</p>
      ) : null}
    </div>
  );
}

function problemText({ problem, unknown, over }: SplitState, tooMany: string): string | null {
  const { one, several } = words[over];
  if (unknown.length > 0) return `${unknown.join(', ')}: no ${one} that you may choose.`;
  if (problem === 'FEW_PARTS') return `Choose at least two ${several} with an amount.`;
  if (problem === 'TOO_MANY_LINES') return tooMany;
  return problem && 'The parts must add up to the amount of the line.';
}

/** Divides a line over episodes or accounts, with the amounts of the new lines before they replace it (BUD-77). */
export function SplitDialog(props: SplitDialogProps) {
  const { lines, currency, onClose, onSplit } = props;
  const split = useSplitEntry(props);
  const apply = () => onSplit(split.row, { over: split.over, parts: split.filled });
  const options = lines.map(({ row, description, cents }) => ({
    id: String(row),
    text: `${row + 1}. ${description || 'No description'}`,
    detail: formatMoney(cents, currency),
  }));
  return (
    <Dialog
      title={props.title}
      size="large"
      isOpen
      holdsWork
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={apply} reason={problemText(split, props.tooMany)}>
            {split.filled.length < 2 ? 'Split' : `Split into ${split.filled.length} Lines`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Select label="Line" options={options} value={String(split.row)} onChange={split.chooseLine} />
        {props.codes.length < 2 ? null : (
          <Select
            label="Split over"
            options={props.codes.map((id) => ({ id, text: words[id].title }))}
            value={split.over}
            onChange={(id) => id && split.chooseOver(id as SplitCode)}
          />
        )}
        <Select
          label="Divide by"
          options={modes}
          value={split.entry.mode}
          onChange={(id) => id && split.chooseMode(id as SplitMode)}
        />
        {split.offered ? null : (
          <TextField
            label={words[split.over].title}
            hint={`Separate codes with commas: ${words[split.over].example}.`}
            value={split.typed}
            onChange={split.type}
            maxLength={2000}
          />
        )}
        <Codes {...props} split={split} />
        {split.unknown.length > 0 ? (
          <p role="status" className="text-sm text-negative">
            {problemText(split, props.tooMany)}
          </p>
        ) : null}
        <Sum split={split} currency={currency} />
      </div>
    </Dialog>
  );
}
