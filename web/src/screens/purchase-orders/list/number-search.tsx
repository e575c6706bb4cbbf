import { useEffect, useRef, useState } from 'react';
import { numberSearch, typedNumber } from '#domain/lists';
import { SearchField } from '../../../parts/text-field.tsx';

/** LS-33: how long typing rests before it counts; an emptied box counts at once. */
const SEARCH_AFTER_MS = 500;

/** LS-32: finds by number; takes digits only. */
export function NumberSearch(props: { value: string; onChange: (number: string) => void }) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change by itself: back, a removed filter.
  if (seen !== value) {
    setSeen(value);
    if (sent !== value) {
      setSent(value);
      setTyped(value);
    }
  }
  const type = (text: string) => {
    const digits = typedNumber(text, numberSearch.PO);
    setTyped(digits);
    clearTimeout(timer.current);
    const tell = () => {
      setSent(digits);
      onChange(digits);
    };
    if (digits === '') tell();
    else timer.current = setTimeout(tell, SEARCH_AFTER_MS);
  };
  return (
    <SearchField
      label="Search by PO number"
      placeholder="Search PO #"
      value={typed}
      onChange={type}
      className="w-40 max-sm:order-1 max-sm:grow"
    />
  );
}
