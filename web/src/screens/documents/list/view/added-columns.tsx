import { waitingPeopleText } from '#domain/history/waiting-people-text';
import type { DocType } from '#domain/document';
import { capitalize } from '#domain/documents/document-name';
import { ageOf, flagNames } from '#domain/lists/list-export';
import { addedColumns, columnName } from '#domain/lists/list-columns';
import type { AddedColumn } from '#domain/lists/list-columns';
import type { ExtraColumns } from '#domain/lists/extra-columns';
import { paymentDay } from '#domain/payments/payment-day';
import { toCents } from '#domain/values/money';
import type { Status } from '#domain/document';
import type { Waiting } from '#domain/workflow/waiting-response';
import { Day, Time, today } from '../../../../parts/display/date-format.tsx';
import { Money } from '../../../../parts/display/money.tsx';
import type { TableColumn } from '../../../../parts/table/table.tsx';
import { waitingText } from '../../waiting-text.ts';
import { TruncatedText } from '../cells.tsx';

/** The fields of the rows of all types that added columns show. */
interface AnyRow {
  currency: string;
  status: Status;
  waiting: Waiting | null;
  extra?: ExtraColumns | undefined;
  poDate?: string;
  date?: string;
  created?: string;
  dueDate?: string;
}

function dayOf({ poDate, date, created }: AnyRow): string {
  return poDate ?? date ?? (created === undefined ? '' : paymentDay({ created }));
}

function Age({ row }: { row: AnyRow }) {
  const age = ageOf(row, dayOf(row), today());
  return age === null ? null : <span className="figures">{age === 1 ? '1 day' : `${age} days`}</span>;
}

const cells: Record<AddedColumn, Omit<TableColumn<AnyRow>, 'id' | 'name'>> = {
  WAITING_WITH: {
    width: '11rem',
    cell: ({ waiting }) =>
      waiting ? (
        <span title={waitingText(waiting)} className={waiting.with.length === 0 ? 'text-caution' : ''}>
          {capitalize(waitingPeopleText(waiting))}
        </span>
      ) : null,
  },
  WAITING_FROM: {
    width: '8rem',
    cell: ({ waiting }) => (waiting ? <Time at={waiting.since} /> : null),
  },
  AGE: { width: '6rem', align: 'right', cell: (row) => <Age row={row} /> },
  DUE_DATE: { width: '6.75rem', cell: ({ dueDate }) => (dueDate ? <Day day={dueDate} /> : null) },
  ORDER_NUMBERS: {
    width: '7.5rem',
    cell: ({ extra }) => <TruncatedText text={(extra?.orderNumbers ?? []).join(', ')} />,
  },
  ACCOUNTS: {
    width: '14rem',
    cell: ({ extra }) => (
      <TruncatedText
        text={(extra?.accounts ?? []).map(({ code, name }) => `${code} ${name}`.trim()).join(', ')}
      />
    ),
  },
  REMAINING: {
    width: '9rem',
    align: 'right',
    cell: ({ extra, currency }) =>
      typeof extra?.remaining === 'number' ? (
        <Money cents={toCents(extra.remaining)} currency={currency} />
      ) : null,
  },
  FLAGS: {
    width: '11rem',
    cell: ({ extra }) => (
      <TruncatedText text={(extra?.flags ?? []).map((flag) => flagNames[flag]).join(', ')} />
    ),
  },
  CHANGED_AT: {
    width: '8rem',
    cell: ({ extra }) => (extra?.changedAt ? <Time at={extra.changedAt} /> : null),
  },
  PERIOD: { width: '7rem', cell: ({ extra }) => <TruncatedText text={extra?.period ?? ''} /> },
};

/** An added column of a list (VIEW-02); undefined for a name that the list does not have. */
export function addedColumn(docType: DocType, name: string): TableColumn<AnyRow> | undefined {
  const added: readonly AddedColumn[] = addedColumns[docType];
  const id = added.find((one) => one === name);
  return id && { id, name: columnName(docType, id), ...cells[id] };
}
