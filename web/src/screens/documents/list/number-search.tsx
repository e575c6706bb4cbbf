import { useEffect, useRef, useState } from 'react';
import { typedNumber } from '#domain/lists';
import type { NumberSearchType } from '#domain/lists';
import { SearchField } from '../../../parts/text-field.tsx';

/** LS-33: how long typing rests before it counts; an emptied box counts at once. */
const SEARCH_AFTER_MS = 500;

const holds = {
  numeric: 'digits',
  alpha: 'letters',
  alphaNumeric: 'letters and digits',
  multi: 'anything',
} as const satisfies Record<NumberSearchType, string>;

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
  const [isRefused, setRefused] = useState(false);
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
    setRefused(number === '' && text.trim() !== '');
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
    // A phone has no room for its words until somebody searches: then the status makes room, and what is typed has a row of its own.
    <div
      className="relative w-44 max-sm:w-11 max-sm:grow max-sm:[&_input:not(:focus)]:placeholder:text-transparent max-sm:has-[input:not(:placeholder-shown)]:order-first max-sm:has-[input:not(:placeholder-shown)]:basis-full"
      onBlur={() => setRefused(false)}
    >
      <SearchField label={props.label} placeholder={props.placeholder} value={typed} onChange={type} />
      <div role="status">
        {isRefused ? (
          <p className="floating absolute top-full right-0 z-10 mt-1 w-64 px-3 py-2 text-sm">
            {`These numbers hold ${holds[props.takes.type]} only. The search at the top finds vendors and descriptions, too.`}
          </p>
        ) : null}
      </div>
    </div>
  );
}
