import { Suspense, useState } from 'react';
import { ArrowRight } from 'lucide-react';
import { inApproval } from '#domain/document';
import { changePercentText, versionDifferences } from '#domain/purchase-orders/version-differences';
import type { FieldDifference, VersionDifferences } from '#domain/purchase-orders/version-differences';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { ComparedLines } from './compared-lines.tsx';
import { Mark } from './change-mark.tsx';
import { fieldTerms, summaryOf, versionsOf } from '../../documents/export/versions.ts';
import type { Version } from '../../documents/export/versions.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const Select = lazyPart(async () => (await import('../../../parts/fields/select.tsx')).Select);

function Delta(props: { cents: number; currency: string }) {
  return (
    <span className="whitespace-nowrap">
      {props.cents > 0 ? '+' : ''}
      <Money cents={props.cents} currency={props.currency} />
    </span>
  );
}

function Totals(props: { total: VersionDifferences['total']; currency: string }) {
  const { total, currency } = props;
  return (
    <dl
      aria-label="Totals compared"
      className="grid grid-cols-3 gap-x-6 gap-y-1 rounded-md bg-surface-sunken px-4 py-3 max-sm:grid-cols-1"
    >
      {(['before', 'after', 'delta'] as const).map((name) => (
        <div key={name} className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
          <dt className="text-xs text-ink-muted">
            {{ before: 'Total before', after: 'Total after', delta: 'Difference' }[name]}
          </dt>
          <dd className={name === 'before' ? 'text-lg' : 'text-lg font-semibold'}>
            {name === 'delta' ? (
              <>
                <Delta cents={total.delta} currency={currency} />
                <span className="whitespace-nowrap text-base font-medium">
                  {changePercentText(total.before, total.delta)}
                </span>
              </>
            ) : (
              <Money cents={total[name]} currency={currency} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue(props: { difference: FieldDifference; side: 'before' | 'after' }) {
  const { unit, [props.side]: value } = props.difference;
  const shownValue = unit === 'day' && value ? <Day day={value} /> : value || 'none';
  return <Mark side={props.side}>{shownValue}</Mark>;
}

function Fields(props: { fields: readonly FieldDifference[] }) {
  if (props.fields.length === 0) return null;
  return (
    <dl aria-label="Details compared" className="grid gap-2 text-sm">
      {props.fields.map((difference) => (
        <div
          key={difference.field}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)] gap-x-6 max-sm:grid-cols-1"
        >
          <dt className="text-ink-muted max-sm:text-xs">{fieldTerms[difference.field]}</dt>
          <dd className="min-w-0 break-words">
            <FieldValue difference={difference} side="before" />
          </dd>
          <dd className="min-w-0 break-words">
            <FieldValue difference={difference} side="after" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Selects any two versions, the older one first. Shown if there are more than two. */
function VersionPicker(props: {
  all: readonly Version[];
  from: number;
  to: number;
  onChange: (from: number, to: number) => void;
}) {
  const { all, from, to, onChange } = props;
  const at = (id: string | null) => all.findIndex((version) => version.id === id);
  const last = all.length - 1;
  return (
    <div className="flex items-end gap-3 *:w-72 max-sm:flex-col max-sm:items-stretch max-sm:*:w-auto">
      <Suspense fallback={null}>
        <Select
          label="Compare"
          options={all.slice(0, last)}
          value={all[from]?.id ?? null}
          onChange={(id) => onChange(at(id), at(id) < to ? to : last)}
        />
        <ArrowRight aria-hidden className="mb-2 size-4! shrink-0 text-ink-muted max-sm:hidden" />
        <Select
          label="With"
          options={all.slice(from + 1)}
          value={all[to]?.id ?? null}
          onChange={(id) => onChange(from, at(id))}
        />
      </Suspense>
    </div>
  );
}

function Comparison(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { data: fields } = useAccountFields();
  const { approved, all } = versionsOf(order);
  const [isOpen, setOpen] = useState(inApproval(order.status));
  const [chosen, setChosen] = useState<readonly [number, number] | null>(null);
  const [from, to] = chosen ?? [all.length - 2, all.length - 1];
  const [before, after] = [approved[from], all[to]];
  if (!before || !after) return null;
  const differences = versionDifferences(before, after.content);
  const { currency } = order;
  return (
    <Card
      title="What Changed"
      aside={
        <Button look="quiet" flush="right" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide Changes' : 'Show Changes'}
        </Button>
      }
    >
      <p className="text-sm">
        {`${all[from]?.text} to ${after.text}: `}
        <span className="font-medium">
          <Delta cents={differences.total.delta} currency={currency} />
        </span>
        {`, ${summaryOf(differences).toLowerCase()}.`}
      </p>
      {isOpen ? (
        <div className="grid gap-4 pt-4">
          {all.length > 2 ? (
            <VersionPicker all={all} from={from} to={to} onChange={(...pair) => setChosen(pair)} />
          ) : null}
          <Totals total={differences.total} currency={currency} />
          <Fields fields={differences.fields} />
          <ComparedLines lines={differences.lines} context={{ currency, fields: fields ?? [] }} />
        </div>
      ) : null}
    </Card>
  );
}

/**
 * The changes of a change order against the last approved version, or between any two versions (PO-04, DEC-26).
 * Expanded and before the document while it is in approval, because these changes are what is approved (CHANGE-07).
 */
export function ChangeOrderComparison(props: { order: PurchaseOrder }) {
  return versionsOf(props.order).all.length < 2 ? null : <Comparison {...props} />;
}
