import { useState } from 'react';
import type { ReactNode } from 'react';
import { Plus, Upload } from 'lucide-react';
import type { Currencies } from '#domain/currency/currency-response';
import { Button } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { LoadingSections } from '../managed-form/loading-form.tsx';
import { Section } from '../managed-form/section.tsx';
import { EditList } from '../settings/edit-list.tsx';
import { useIsReadOnly } from '../settings/show-details.ts';
import { saveCurrencies, useCurrencies } from './calls.ts';
import type { TaxCode } from './calls.ts';
import { AccountingRatesDialog } from './accounting-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { NewRateDialog, RatesDialog } from './rate-dialogs.tsx';
import { TaxDialog } from './tax-dialog.tsx';
import { UploadRatesDialog } from './upload-dialog.tsx';
import { useSave } from './use-save.ts';

/** Base currency, exchange rates and tax codes of the show (CURR-09). */
export function CurrencySettings() {
  const { data, error, isValidating, mutate } = useCurrencies();
  if (data) return <Sections currencies={data} />;
  if (error === undefined) return <LoadingSections />;
  return (
    <LoadFailure
      text="Error loading currencies."
      onRetry={() => void mutate()}
      isBusy={isValidating}
      error={error}
    />
  );
}

function Sections({ currencies }: { currencies: Currencies }) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <BaseCurrency
        currencies={currencies}
        action={<Button onPress={() => setHistoryOpen(true)}>History</Button>}
      />
      {currencies.baseCurrency === null ? null : (
        <Rates currencies={currencies} baseCurrency={currencies.baseCurrency} />
      )}
      <TaxCodes taxes={currencies.taxes} />
      {isHistoryOpen ? <HistoryDialog onClose={() => setHistoryOpen(false)} /> : null}
    </>
  );
}

const noBase = 'none';

/** The base currency: a change is confirmed, because it decides what limits compare (CURR-01). */
function BaseCurrency({ currencies, action }: { currencies: Currencies; action: ReactNode }) {
  const { baseCurrency, suggestion } = currencies;
  const isReadOnly = useIsReadOnly();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const { save, isBusy, failure } = useSave(() => setChosen(undefined));
  const options = [
    { id: noBase, text: 'None' },
    ...currencies.currencies.map(({ currency }) => ({
      id: currency,
      text: currency,
      ...(currency === suggestion && { detail: 'Base currency of the companies' }),
    })),
  ];
  return (
    <Section
      title="Base currency"
      text="Limits of approval flows, covers and totals of lists compare amounts in this currency. Without one, each document counts in its own."
      action={action}
    >
      <div className="max-w-72">
        <Select
          label="Base currency"
          options={options}
          value={baseCurrency ?? noBase}
          isDisabled={isReadOnly}
          onChange={(id) => {
            const next = id === noBase ? null : id;
            if (next !== baseCurrency) setChosen(next);
          }}
        />
      </div>
      <ConfirmDialog
        title={chosen === null ? 'Without a base currency' : `Base currency ${chosen ?? ''}`}
        isOpen={chosen !== undefined}
        confirm="Change"
        isBusy={isBusy}
        refusal={failure}
        onCancel={() => setChosen(undefined)}
        onConfirm={() =>
          void save(
            (showId) => saveCurrencies(showId, { kind: 'base', currency: chosen ?? null }),
            'Base currency saved.',
          )
        }
      >
        {chosen === null
          ? 'New submits are no longer converted. Documents keep the totals that they have.'
          : 'A submit in another currency then needs an exchange rate. Amounts of approval flows count in this currency. Documents in approval keep their limits.'}
      </ConfirmDialog>
    </Section>
  );
}

type OpenedRates = 'new' | 'upload' | 'accounting' | { currency: string };

/** The present rate of each currency (CURR-05). */
function Rates({ currencies, baseCurrency }: { currencies: Currencies; baseCurrency: string }) {
  const isReadOnly = useIsReadOnly();
  const [opened, setOpened] = useState<OpenedRates | null>(null);
  const others = currencies.currencies.filter(({ currency }) => currency !== baseCurrency);
  const close = () => setOpened(null);
  return (
    <Section
      title="Exchange rates"
      text={`What one unit of another currency is in ${baseCurrency}. A submit uses the newest rate that is not later than its day, and keeps it. The budgeted rate is the one with which the budget was made.`}
      action={
        isReadOnly || others.length === 0 ? null : (
          <div className="flex flex-wrap gap-2 md:flex-col md:items-start">
            <Button onPress={() => setOpened('new')}>
              <Plus aria-hidden className="size-4" />
              Add Rate
            </Button>
            <Button onPress={() => setOpened('upload')}>
              <Upload aria-hidden className="size-4" />
              Upload Rates
            </Button>
            <Button onPress={() => setOpened('accounting')}>Get Rates from Accounting</Button>
          </div>
        )
      }
    >
      {others.length === 0 ? (
        <p className="text-ink-muted">The companies of this show have no other currency.</p>
      ) : (
        <ul aria-label="Exchange rates" className="-my-2 divide-y divide-line">
          {others.map(({ currency, day, rate, budgetedRate }) => (
            <li key={currency} className="flex min-h-11 items-center justify-between gap-x-4 py-2">
              <span className="min-w-0">
                <span className="figures block font-medium wrap-anywhere">
                  {rate === null ? currency : `1 ${currency} = ${rate} ${baseCurrency}`}
                </span>
                {rate === null || day === null ? (
                  <span className="block text-sm text-caution">
                    No rate yet. Documents in {currency} cannot be submitted.
                  </span>
                ) : (
                  <span className="block text-sm text-ink-muted">
                    since <Day day={day} />
                  </span>
                )}
                {budgetedRate === null ? null : (
                  <span className="figures block text-sm wrap-anywhere text-ink-muted">
                    {`Budgeted rate ${budgetedRate}`}
                  </span>
                )}
              </span>
              <Button onPress={() => setOpened({ currency })}>{`Rates of ${currency}`}</Button>
            </li>
          ))}
        </ul>
      )}
      {opened === 'new' ? (
        <NewRateDialog
          baseCurrency={baseCurrency}
          codes={others.map(({ currency }) => currency)}
          onClose={close}
        />
      ) : null}
      {opened === 'upload' ? <UploadRatesDialog onClose={close} /> : null}
      {opened === 'accounting' ? <AccountingRatesDialog onClose={close} /> : null}
      {opened !== null && typeof opened === 'object' ? (
        <RatesDialog
          currency={opened.currency}
          baseCurrency={baseCurrency}
          budgetedRate={others.find(({ currency }) => currency === opened.currency)?.budgetedRate ?? null}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

function termsText({ rate, recoverable }: TaxCode): string {
  if (rate === null || recoverable === null) return 'No rate: adds nothing to the cost';
  return `${rate} %, ${recoverable} % recoverable`;
}

/** The tax codes of the companies (CURR-20). */
function TaxCodes({ taxes }: { taxes: Currencies['taxes'] }) {
  const isReadOnly = useIsReadOnly();
  const [edited, setEdited] = useState<TaxCode | null>(null);
  const hasCompanies = new Set(taxes.map(({ companyName }) => companyName)).size > 1;
  const items = taxes.map((tax) => ({
    ...tax,
    id: `${tax.projectCompanyExternalId} ${tax.code}`,
    name: [tax.code, tax.description, hasCompanies ? tax.companyName : ''].filter(Boolean).join(' · '),
    isActive: true,
  }));
  return (
    <Section
      title="Tax codes"
      text="Tax that is not recoverable is part of the cost. Amounts of documents and limits are before tax."
    >
      <EditList
        label="Tax codes"
        items={items}
        detailOf={termsText}
        onEdit={isReadOnly ? null : setEdited}
        empty="The companies of this show have no tax codes."
      />
      {edited ? <TaxDialog tax={edited} onClose={() => setEdited(null)} /> : null}
    </Section>
  );
}
