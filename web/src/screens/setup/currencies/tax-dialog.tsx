import { useState } from 'react';
import { parsePercent } from '#domain/currency/tax-terms';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { saveCurrencies } from './calls.ts';
import type { TaxCode } from './calls.ts';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { useSave } from './use-save.ts';

const percentError = 'Enter a percentage from 0 to 100 with at most four decimals.';

/** Sets rate and recoverable share of a tax code; empty fields remove them (CURR-20). */
export function TaxDialog({ tax, onClose }: { tax: TaxCode; onClose: () => void }) {
  const [rate, setRate] = useState(tax.rate ?? '');
  const [share, setShare] = useState(tax.recoverable ?? '');
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(onClose);
  const isEmpty = rate.trim() === '' && share.trim() === '';
  const terms = { rate: parsePercent(rate), recoverable: parsePercent(share) };
  const submit = () => {
    setTried(true);
    const isValid = terms.rate !== null && terms.recoverable !== null;
    if (isBusy || !(isEmpty || isValid)) return;
    const saved =
      terms.rate === null || terms.recoverable === null
        ? null
        : { rate: terms.rate, recoverable: terms.recoverable };
    void save((showId) => saveCurrencies(showId, { kind: 'tax', tax, terms: saved }), 'Tax code saved.');
  };
  const errorOf = (percent: string | null) => (isTried && !isEmpty && percent === null ? percentError : null);
  return (
    <EditDialog title={`Tax Code ${tax.code}`} isBusy={isBusy} onClose={onClose} onSave={submit}>
      <FailureLine text={failure} />
      <TextField
        label="Rate in percent"
        value={rate}
        maxLength={10}
        onChange={setRate}
        startsFocused
        error={errorOf(terms.rate)}
      />
      <TextField
        label="Recoverable in percent"
        hint="100: the tax is no cost. 0: all of it is."
        value={share}
        maxLength={10}
        onChange={setShare}
        error={errorOf(terms.recoverable)}
      />
    </EditDialog>
  );
}
