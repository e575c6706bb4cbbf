import { useEffect, useRef, useState } from 'react';
import { normalizeNumberInput } from '#domain/lists/lists';
import type { NumberSearchType } from '#domain/lists/lists';
import { later } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import { SearchField } from '../../../../parts/fields/text-field.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../../parts/hooks/use-debounced.ts';

const SearchDialog = later(async () => (await import('../../../search/search-dialog.tsx')).SearchDialog);

const holds = {
  numeric: 'digits',
  alpha: 'letters',
  alphaNumeric: 'letters and digits',
  multi: 'anything',
} as const satisfies Record<NumberSearchType, string>;

type Takes = { type: NumberSearchType; maximumLength: number };

/** Whether nothing came of the last that was typed; a prefix on its way to a number is not asked about. */
function isInVain(text: string, typed: string, takes: Takes): boolean {
  const number = normalizeNumberInput(text, takes);
  // One digit too many is cut as well, and is no letter.
  const isFit = normalizeNumberInput(text, { ...takes, maximumLength: text.length }) === text.trim();
  return !isFit && (number === '' || number === typed);
}

/** Says why letters do not stay, and where they would be found. */
function OtherSearch(props: { refused: string; holds: string; onSearch: () => void }) {
  return (
    <div
      role="presentation"
      // The focus stays in the box: who goes on with a number need not go back to it.
      onMouseDown={(event) => event.preventDefault()}
      className="floating absolute top-full right-0 z-10 mt-1 grid w-64 gap-1 px-3 py-2 text-sm max-sm:w-72"
    >
      <p>{`These numbers contain only ${props.holds}.`}</p>
      <button
        type="button"
        // This button goes with the press: when the search is closed, the focus is back in the box.
        onClick={({ currentTarget }) => {
          currentTarget.closest('[data-number-search]')?.querySelector('input')?.focus();
          props.onSearch();
        }}
        className="touch:min-h-11 min-w-0 cursor-pointer truncate rounded-sm text-left font-medium underline underline-offset-2"
      >
        {`Search everything for “${props.refused.trim()}”`}
      </button>
    </div>
  );
}

/** LS-32: finds by number; takes what numbers of its kind may hold, and hands the rest on to the search of the show. */
export function NumberSearch(props: {
  label: string;
  placeholder: string;
  takes: Takes;
  value: string;
  onChange: (number: string) => void;
}) {
  const { value, onChange, takes } = props;
  const [typed, setTyped] = useState(value);
  const [refused, setRefused] = useState('');
  const [searchFor, setSearchFor] = useState<string | null>(null);
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
    const number = normalizeNumberInput(text, takes);
    const all = text.startsWith(typed) ? (refused || typed) + text.slice(typed.length) : text;
    setRefused(isInVain(text, typed, takes) ? all : '');
    setTyped(number);
    clearTimeout(timer.current);
    const tell = () => {
      setSent(number);
      onChange(number);
    };
    if (number === '') tell();
    else timer.current = setTimeout(tell, SEARCH_DEBOUNCE_MS);
  };
  const search = () => {
    setSearchFor(refused.trim());
    setRefused('');
  };
  return (
    <div
      role="presentation"
      data-number-search
      className="relative w-44 max-sm:w-36 max-sm:grow"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setRefused('');
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') setRefused('');
        if (key === 'Enter' && refused !== '' && !nativeEvent.isComposing) search();
      }}
    >
      <SearchField label={props.label} placeholder={props.placeholder} value={typed} onChange={type} />
      <div role="status">
        {refused === '' ? null : (
          <OtherSearch refused={refused} holds={holds[takes.type]} onSearch={search} />
        )}
      </div>
      {searchFor === null ? null : (
        <LazyOverlay onClose={() => setSearchFor(null)}>
          <SearchDialog begin={searchFor} onClose={() => setSearchFor(null)} />
        </LazyOverlay>
      )}
    </div>
  );
}
