import { useEffect, useRef, useState } from 'react';
import { typedNumber } from '#domain/lists';
import type { NumberSearchType } from '#domain/lists';
import { SearchField } from '../../../parts/text-field.tsx';

/** LS-33: how long typing rests before it counts; an emptied box counts at once. */
const SEARCH_AFTER_MS = 500;

/** LS-32: finds by number; takes what numbers of its kind may hold. */
export function NumberSearch(props: {
  label: string;
  placeholder: string;
  takes: { type: NumberSearchType; maximumLength: number };
  value: string;
  onChange: (number: string) => void;
}) {
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
    const number = typedNumber(text, props.takes);
    setTyped(number);
    clearTimeout(timer.current);
    const tell = () => {
      setSent(number);
      onChange(number);
    };
    if (number === '') tell();
    else timer.current = setTimeout(tell, SEARCH_AFTER_MS);
  };
  return (
    // A phone has no room for its words until somebody searches; then the status makes room.
    <SearchField
      label={props.label}
      placeholder={props.placeholder}
      value={typed}
      onChange={type}
      className="w-44 max-sm:w-11 max-sm:grow max-sm:[&_input:not(:focus)]:placeholder:text-transparent"
    />
  );
}
