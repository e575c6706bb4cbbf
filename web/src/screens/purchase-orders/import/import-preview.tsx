import type { ReactNode } from 'react';
import { Download } from 'lucide-react';
import type { ImportKind } from '#domain/import/import';
import { toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { downloadErrors } from './save-errors.ts';
import { pluralize } from './words.ts';
import type { ImportCheck, ImportEntry, ImportError } from '#domain/import/import-response';

const states: Record<ImportEntry['state'], ReactNode> = {
  ready: (
    <Chip tone="positive" shape="check">
      Ready
    </Chip>
  ),
  faulty: (
    <Chip tone="negative" shape="triangle">
      Has faults
    </Chip>
  ),
  known: <Chip shape="dot">Already there</Chip>,
};

type Fault = ImportError & { id: string };
type Entry = ImportEntry & { id: string };

const faultColumns: readonly TableColumn<Fault>[] = [
  { id: 'row', name: 'Row', width: '6rem', cell: ({ row }) => row ?? 'File', isRowHeader: true },
  { id: 'column', name: 'Column', width: '14rem', cell: ({ column }) => column },
  {
    id: 'message',
    name: 'What is wrong',
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
];

const vendor: TableColumn<Entry> = {
  id: 'vendor',
  name: 'Vendor',
  cell: (entry) => <span title={entry.vendor}>{entry.vendor}</span>,
};
const description = (name: string): TableColumn<Entry> => ({
  id: 'description',
  name,
  cell: (entry) => <span title={entry.description}>{entry.description}</span>,
});
const row: TableColumn<Entry> = {
  id: 'row',
  name: 'Row',
  width: '4.5rem',
  cell: (entry) => entry.row,
  isRowHeader: true,
};
const state: TableColumn<Entry> = {
  id: 'state',
  name: 'State',
  width: '9rem',
  cell: (entry) => states[entry.state],
};

const entryColumns: Record<ImportKind, readonly TableColumn<Entry>[]> = {
  PO: [
    row,
    { id: 'key', name: 'Import Key', width: '7rem', cell: ({ key }) => key },
    vendor,
    description('Description'),
    { id: 'department', name: 'Department', width: '9rem', cell: ({ department }) => department },
    { id: 'lines', name: 'Lines', width: '4.5rem', align: 'right', cell: ({ lines }) => lines },
    {
      id: 'total',
      name: 'Total',
      width: '7.5rem',
      align: 'right',
      cell: ({ total, currency }) =>
        total === null ? null : <Money cents={toCents(total)} currency={currency} />,
    },
    state,
  ],
  VENDOR: [row, vendor, description('Address'), state],
};

/** Entries with errors come first. */
const order: Record<ImportEntry['state'], number> = { faulty: 0, ready: 1, known: 2 };

const retryHint = 'Correct the file and choose it again. Nothing is imported twice.';
const noKeysHint = 'Without import keys, choosing the same file again would create duplicates.';
const separateFileHint =
  'Correct them in a separate file. Without import keys, Backlot cannot tell what was already imported.';

/** `12 purchase orders can be imported`, and what is left out. */
function Summary({ check }: { check: ImportCheck }) {
  const { kind, entries, ready, totals, ignored, faults } = check;
  const count = (entryState: ImportEntry['state']) =>
    entries.filter((entry) => entry.state === entryState).length;
  const [faulty, known] = [count('faulty'), count('known')];
  const detectsDuplicates = kind === 'VENDOR' || entries.every(({ key }) => key !== '');
  return (
    <div className="grid gap-1">
      <p className="figures text-base">
        <span className="font-medium">
          {ready === 0 ? 'Nothing can be imported' : `${pluralize(ready, kind)} can be imported`}
        </span>
        {totals.map(({ currency, amount }) => (
          <span key={currency}>
            {' · '}
            <Money cents={toCents(amount)} currency={currency} />
          </span>
        ))}
      </p>
      {faults
        .filter((fault) => fault.row === null)
        .map(({ message }) => (
          <p key={message} className="text-sm text-negative">
            {message}
          </p>
        ))}
      {faulty > 0 ? (
        <p className="text-sm text-negative">
          {`${pluralize(faulty, kind)} ${faulty === 1 ? 'has faults and stays' : 'have faults and stay'} out. ${detectsDuplicates ? retryHint : separateFileHint}`}
        </p>
      ) : null}
      {faulty === 0 && ready > 0 && !detectsDuplicates ? (
        <p className="text-sm text-ink-muted">{noKeysHint}</p>
      ) : null}
      {known > 0 ? (
        <p className="text-sm text-ink-muted">{`${pluralize(known, kind)} ${known === 1 ? 'is' : 'are'} there already.`}</p>
      ) : null}
      {ignored.length > 0 ? (
        <p className="text-sm wrap-anywhere text-ink-muted">{`Columns ignored: ${ignored.join(', ')}.`}</p>
      ) : null}
    </div>
  );
}

const maxCards = 50;

/** The errors on a phone. Only the first ones, which are enough if the whole file is wrong. */
function FaultCards({ faults }: { faults: readonly ImportError[] }) {
  const hiddenCount = faults.length - maxCards;
  return (
    <TableSection title={`What is wrong (${faults.length.toLocaleString('en-US')})`}>
      <ul aria-label="What is wrong" className="gutter grid gap-2">
        {faults.slice(0, maxCards).map(({ row: at, column, message }, index) => (
          <li key={index} className="rounded-lg border border-line bg-surface-raised px-4 py-3">
            <p className="text-sm text-ink-muted">
              {[at === null ? 'File' : `Row ${at}`, column].filter(Boolean).join(' · ')}
            </p>
            <p className="wrap-anywhere">{message}</p>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <p className="gutter pt-2 text-sm text-ink-muted">{`${hiddenCount.toLocaleString('en-US')} more in the CSV.`}</p>
      ) : null}
    </TableSection>
  );
}

/** The preview of an import: totals, all errors, all entries. A phone shows only totals and errors. */
export function ImportPreview(props: {
  check: ImportCheck;
  fileName: string;
  isBusy: boolean;
  onImport: () => void;
}) {
  const { check, fileName, isBusy } = props;
  const { kind, ready, faults } = check;
  const phone = useIsPhone();
  const entries = check.entries
    .toSorted((a, b) => order[a.state] - order[b.state])
    .map((entry) => ({ ...entry, id: String(entry.row) }));
  return (
    <div className="grid gap-6">
      <div className="gutter">
        <Card title={fileName}>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <Summary check={check} />
            <div className="flex flex-wrap gap-2">
              {faults.length > 0 ? (
                <Button onPress={() => downloadErrors(faults, fileName)}>
                  <Download aria-hidden className="size-4" />
                  What is wrong (CSV)
                </Button>
              ) : null}
              {ready > 0 ? (
                <Button look="primary" onPress={props.onImport} isPending={isBusy}>
                  {`Import ${pluralize(ready, kind)}`}
                </Button>
              ) : null}
            </div>
          </div>
        </Card>
      </div>
      {faults.length > 0 && !phone ? (
        <TableSection title={`What is wrong (${faults.length.toLocaleString('en-US')})`}>
          <Table
            label="What is wrong"
            columns={faultColumns}
            items={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
            empty={null}
          />
        </TableSection>
      ) : null}
      {faults.length > 0 && phone ? <FaultCards faults={faults} /> : null}
      {entries.length > 0 && !phone ? (
        <TableSection title="In the file">
          <Table label="In the file" columns={entryColumns[kind]} items={entries} empty={null} />
        </TableSection>
      ) : null}
    </div>
  );
}

function TableSection(props: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="gutter pb-2 text-base font-semibold">{props.title}</h2>
      {props.children}
    </section>
  );
}
