import { useState } from 'react';
import type { ReactNode } from 'react';
import type {
  BulkDocument,
  BulkPreview,
  LeftOutDocument,
  SelectableAction,
} from '#domain/bulk-approval/bulk-preview';
import { mustConfirmTotals, summaryOf } from '#domain/bulk-approval/bulk-summary';
import type { BulkSummary } from '#domain/bulk-approval/bulk-summary';
import { leftOutTexts } from '#domain/bulk-approval/left-out';
import { documentLabel } from '#domain/documents/document-name';
import { formatMoney, toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { ownDocumentOf } from '../disabled-reasons.ts';
import { countText, reasonText } from './words.ts';
import type { RunKind } from './words.ts';

const buttons = { approve: 'Approve', submit: 'Submit', push: 'Resend' } as const;

function Sums({ kind, summary }: { kind: RunKind; summary: BulkSummary }) {
  return (
    <ul aria-label="Totals" className="divide-y divide-line border-y border-line">
      {summary.sums.map(({ currency, count, cents, largest }) => (
        <li key={currency} className="py-2">
          <p className="flex items-baseline justify-between gap-4">
            <span>{`${countText(kind, count)} in ${currency}`}</span>
            <Money cents={cents} currency={currency} className="font-medium text-ink" />
          </p>
          {count > 1 ? (
            <p className="flex items-baseline justify-between gap-4 text-sm text-ink-muted">
              <span className="min-w-0 wrap-anywhere">
                {`Largest: ${documentLabel(kind.docType, largest.number)}, ${largest.name}`}
              </span>
              <Money cents={toCents(largest.totalCost)} currency={currency} />
            </p>
          ) : null}
        </li>
      ))}
      {summary.isConverted
        ? summary.limits.map(({ currency, cents }) => (
            <li
              key={`limit ${currency}`}
              className="flex items-baseline justify-between gap-4 py-2 font-medium"
            >
              <span>{`Total in ${currency}`}</span>
              <Money cents={cents} currency={currency} className="text-ink" />
            </li>
          ))
        : null}
    </ul>
  );
}

function LeftOutRow(props: {
  kind: RunKind;
  document: LeftOutDocument;
  isIncluded: boolean;
  onToggle: () => void;
}) {
  const { kind, document } = props;
  const label = `${documentLabel(kind.docType, document.number)}, ${document.name}`;
  const isOwn = document.reasons.includes('OWN_DOCUMENT');
  const texts =
    isOwn && document.onBehalfOf ? ownDocumentOf(document.onBehalfOf) : leftOutTexts(document.reasons);
  const reasons = document.error ? `${texts}: ${reasonText(kind, document.error)}` : texts;
  // In line with the label of the checkbox, which is taller for touch.
  const money = (
    <Money
      cents={toCents(document.totalCost)}
      currency={document.currency}
      className={document.mayInclude ? 'touch:pt-2.5' : ''}
    />
  );
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      {document.mayInclude ? (
        <Checkbox label={label} hint={reasons} isSelected={props.isIncluded} onChange={props.onToggle} />
      ) : (
        <div className="min-w-0 wrap-anywhere">
          <p>{label}</p>
          <p className="text-xs text-ink-muted">{reasons}</p>
        </div>
      )}
      {money}
    </li>
  );
}

function Section(props: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{props.title}</h3>
      <p className="text-sm text-pretty text-ink-muted">{props.hint}</p>
      {props.children}
    </section>
  );
}

/**
 * What a run includes and leaves out, before it starts (BULK-02 to BULK-04). Confirming freezes the documents and their
 * content versions.
 */
export function BulkDialog(props: {
  action: SelectableAction;
  preview: BulkPreview;
  confirmAbove: number | null;
  onClose: () => void;
  onConfirm: (documents: readonly BulkDocument[]) => void;
}) {
  const { action, preview, confirmAbove } = props;
  const { docType, leftOut, missing, isPartial } = preview;
  const kind = { docType, action };
  const [included, setIncluded] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const documents = [...preview.documents, ...leftOut.filter(({ id }) => included.has(id))];
  const summary = summaryOf(documents);
  const asksTwice = action === 'approve' && mustConfirmTotals(summary, confirmAbove);
  const toggle = (id: string) => {
    const next = new Set(included);
    if (!next.delete(id)) next.add(id);
    setIncluded(next);
    setChecked(false);
  };
  const what = countText(kind, documents.length);
  const refusal =
    documents.length === 0
      ? 'There is nothing to include.'
      : asksTwice && !isChecked
        ? 'Confirm the totals first.'
        : null;
  return (
    <Dialog
      title={`${buttons[action]} ${what}`}
      isOpen
      onClose={props.onClose}
      holdsWork
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button look="primary" reason={refusal} onPress={() => props.onConfirm(documents)}>
            {`${buttons[action]} ${documents.length}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {summary.sums.length > 0 ? <Sums kind={kind} summary={summary} /> : null}
        {summary.onBehalfOf.map(({ userId, name, count }) => (
          <p key={userId}>{`${count} on behalf of ${name}.`}</p>
        ))}
        {isPartial ? <p>One run takes the first 5,000. Start another run for the others.</p> : null}
        {missing.length > 0 ? (
          <p>{`${countText(kind, missing.length)} of your selection ${missing.length === 1 ? 'is' : 'are'} no longer available and not included.`}</p>
        ) : null}
        {action === 'submit' ? (
          <p className="text-ink-muted">
            Each draft is checked again. Those with errors stay drafts and are listed afterwards.
          </p>
        ) : null}
        {leftOut.length > 0 ? (
          <Section title={leftOutTitle(leftOut.length - included.size)} hint={leftOutHint(action, leftOut)}>
            <ul aria-label="Left out" className="divide-y divide-line">
              {leftOut.map((document) => (
                <LeftOutRow
                  key={document.id}
                  kind={kind}
                  document={document}
                  isIncluded={included.has(document.id)}
                  onToggle={() => toggle(document.id)}
                />
              ))}
            </ul>
          </Section>
        ) : null}
        {asksTwice && confirmAbove !== null ? (
          <Checkbox
            label={`I have checked these totals, which are above ${confirmAboveText(summary, confirmAbove)}.`}
            isSelected={isChecked}
            onChange={setChecked}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

const leftOutTitle = (count: number) => (count === 0 ? 'None left out' : `${count} left out`);

function leftOutHint(action: SelectableAction, leftOut: readonly LeftOutDocument[]): string {
  const mayInclude = leftOut.some((one) => one.mayInclude);
  if (action !== 'submit')
    return mayInclude
      ? 'Review these by themselves, or tick those to include.'
      : 'Review these by themselves.';
  return mayInclude
    ? 'Complete the drafts with errors first. Tick the others to include them.'
    : 'Complete these drafts first.';
}

/** The show's amount in the currency that exceeds it. */
function confirmAboveText({ limits }: BulkSummary, amount: number): string {
  const above = limits.find(({ cents }) => Math.abs(cents) > toCents(amount));
  return formatMoney(toCents(amount), above?.currency ?? 'USD');
}
