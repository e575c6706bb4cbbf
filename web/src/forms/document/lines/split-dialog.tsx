import { useState } from 'react';
import { splitProblem } from '#domain/series/episode-split';
import type { EpisodePart } from '#domain/series/episode-split';
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
import { enteredParts, typedEpisodes } from './split-parts.ts';
import type { SplitEntry, SplitMode } from './split-parts.ts';

const modes: readonly { id: SplitMode; text: string; detail: string }[] = [
  { id: 'EQUAL', text: 'Equal Parts', detail: 'The same amount for each episode' },
  { id: 'SHARES', text: 'Shares', detail: 'Percentages, or other whole numbers such as 1 and 2' },
  { id: 'AMOUNTS', text: 'Amounts', detail: 'An amount for each episode' },
];

/** A line that can be split. */
export interface SplittableLine {
  row: number;
  description: string;
  cents: number;
}

interface SplitDialogProps {
  /** At least one. */
  lines: readonly SplittableLine[];
  /** The row of the line that is chosen first. */
  initialRow: number;
  /** All lines of the document, also those that cannot be split. */
  lineCount: number;
  /** The episodes of the chart of accounts; null if it has none, so that they are typed. */
  episodes: readonly Option[] | null;
  currency: string;
  tooMany: string;
  onSplit: (row: number, parts: readonly EpisodePart[]) => void;
  onClose: () => void;
}

interface EpisodeRowProps {
  episode: Option;
  part: EpisodePart | undefined;
  entry: SplitEntry;
  currency: string;
  /** Null where the episodes are typed. */
  onToggle: ((episode: string) => void) | null;
  onChange: (change: Partial<SplitEntry>) => void;
}

function EpisodeRow(props: EpisodeRowProps) {
  const { episode, part, entry, currency, onToggle, onChange } = props;
  const { id } = episode;
  return (
    <li className="flex min-h-11 items-center gap-3">
      <div className="min-w-0 flex-1">
        {onToggle ? (
          <Checkbox label={episode.text} isSelected={part !== undefined} onChange={() => onToggle(id)} />
        ) : (
          episode.text
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
function useSplitEntry({ lines, initialRow, lineCount, episodes, currency }: SplitDialogProps) {
  const [row, setRow] = useState(initialRow);
  const [typed, setTyped] = useState('');
  const [entry, setEntry] = useState<SplitEntry>(() => ({
    mode: 'EQUAL',
    episodes: episodes?.map(({ id }) => id) ?? [],
    shares: {},
    amounts: {},
  }));
  const line = lines.find((one) => one.row === row) ?? lines[0];
  const totalCents = line?.cents ?? 0;
  const parts = enteredParts(entry, totalCents, currency);
  const sum = parts.reduce((cents, part) => cents + part.cents, 0);
  const filled = parts.filter(({ cents }) => cents !== 0);
  const change = (changed: Partial<SplitEntry>) => setEntry((now) => ({ ...now, ...changed }));
  return {
    row: line?.row ?? row,
    typed,
    entry,
    parts,
    sum,
    filled,
    difference: sum - totalCents,
    problem: splitProblem(filled, { totalCents, lineCount }),
    change,
    /** The amounts of another line would not add up. */
    chooseLine: (id: string | null) => {
      setRow(Number(id));
      change({ mode: 'EQUAL', amounts: {} });
    },
    /** Typed amounts start as the parts so far. */
    chooseMode: (mode: SplitMode) =>
      change({ mode, amounts: Object.fromEntries(parts.map(({ episode, cents }) => [episode, cents])) }),
    type: (text: string) => {
      setTyped(text);
      change({ episodes: typedEpisodes(text) });
    },
    toggle: (id: string) => {
      const isChosen = entry.episodes.includes(id);
      const all = episodes?.map((one) => one.id) ?? [];
      change({ episodes: all.filter((one) => (one === id ? !isChosen : entry.episodes.includes(one))) });
    },
  };
}

type Split = ReturnType<typeof useSplitEntry>;

function Episodes(props: SplitDialogProps & { split: Split }) {
  const { split, episodes, currency } = props;
  const { entry, parts } = split;
  const rows = episodes ?? entry.episodes.map((id) => ({ id, text: id }));
  const isAll = entry.episodes.length === rows.length;
  return (
    <div>
      {episodes ? (
        <div className="border-b border-line py-2 touch:py-0">
          <Checkbox
            label="All Episodes"
            isSelected={isAll}
            isIndeterminate={!isAll && entry.episodes.length > 0}
            onChange={() => split.change({ episodes: isAll ? [] : episodes.map(({ id }) => id) })}
          />
        </div>
      ) : null}
      <ul aria-label="Episodes">
        {rows.map((episode) => (
          <EpisodeRow
            key={episode.id}
            episode={episode}
            part={parts.find((one) => one.episode === episode.id)}
            entry={entry}
            currency={currency}
            onToggle={episodes ? split.toggle : null}
            onChange={split.change}
          />
        ))}
      </ul>
    </div>
  );
}

function Sum(props: { split: Split; currency: string }) {
  const { split, currency } = props;
  const amount = formatMoney(Math.abs(split.difference), currency);
  const direction = split.difference < 0 ? 'less' : 'more';
  const count = split.filled.length;
  return (
    <div aria-live="polite" className="border-t border-line pt-2">
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span>{count === 1 ? '1 episode' : `${count} episodes`}</span>
        <Money cents={split.sum} currency={currency} />
      </p>
      {split.problem === 'OTHER_TOTAL' ? (
        <p className="text-right text-sm text-negative">{`The parts are ${amount} ${direction} than the line.`}</p>
      ) : null}
    </div>
  );
}

function problemText({ problem }: Split, tooMany: string): string | null {
  if (problem === 'FEW_EPISODES') return 'Choose at least two episodes with an amount.';
  if (problem === 'TOO_MANY_LINES') return tooMany;
  return problem && 'The parts must add up to the amount of the line.';
}

/** Divides a line over episodes, with the amounts of the new lines before they replace it (BUD-77). */
export function SplitDialog(props: SplitDialogProps) {
  const { lines, currency, onClose, onSplit } = props;
  const split = useSplitEntry(props);
  const apply = () => onSplit(split.row, split.filled);
  const options = lines.map(({ row, description, cents }) => ({
    id: String(row),
    text: `${row + 1}. ${description || 'No description'}`,
    detail: formatMoney(cents, currency),
  }));
  return (
    <Dialog
      title="Split over Episodes"
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
        <Select
          label="Divide by"
          options={modes}
          value={split.entry.mode}
          onChange={(id) => id && split.chooseMode(id as SplitMode)}
        />
        {props.episodes ? null : (
          <TextField
            label="Episodes"
            hint="Separate codes with commas: 101, 102, 103."
            value={split.typed}
            onChange={split.type}
            maxLength={2000}
          />
        )}
        <Episodes {...props} split={split} />
        <Sum split={split} currency={currency} />
      </div>
    </Dialog>
  );
}
