import { useEffect, useRef, useState } from 'react';
import { normalizeNumberInput } from '#domain/lists/lists';
import type { NumberSearchType } from '#domain/lists/lists';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import { SearchField } from '../../../../parts/fields/text-field.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../../parts/hooks/use-debounced.ts';

const SearchDialog = lazyPart(async () => (await import('../../../search/search-dialog.tsx')).SearchDialog);

const allowedCharacters = {
  numeric: 'digits',
  alpha: 'letters',
  alphaNumeric: 'letters and digits',
  multi: 'anything',
} as const satisfies Record<NumberSearchType, string>;

type NumberFormat = { type: NumberSearchType; maximumLength: number };

/** Whether the last input was dropped. A prefix of a valid number does not count. */
function isRejectedInput(text: string, typed: string, format: NumberFormat): boolean {
  const number = normalizeNumberInput(text, format);
  // A digit beyond the maximum length is dropped too, but it is not an invalid character.
  const isFit = normalizeNumberInput(text, { ...format, maximumLength: text.length }) === text.trim();
  return !isFit && (number === '' || number === typed);
}

/** Explains why letters are dropped, and links to the search that accepts them. */
function GlobalSearchHint(props: { rejected: string; allowedCharacters: string; onSearch: () => void }) {
  return (
    <div
      role="presentation"
      // Keeps the focus in the search field, so that the user can go on typing.
      onMouseDown={(event) => event.preventDefault()}
      className="floating absolute top-full right-0 z-10 mt-1 grid w-64 gap-1 px-3 py-2 text-sm max-sm:w-72"
    >
      <p>{`Searches only ${props.allowedCharacters}.`}</p>
      <button
        type="button"
        // This button disappears when pressed. The focus moves to the field, where it returns when the search closes.
        onClick={({ currentTarget }) => {
          currentTarget.closest('[data-number-search]')?.querySelector('input')?.focus();
          props.onSearch();
        }}
        className="touch:min-h-11 min-w-0 cursor-pointer truncate rounded-sm text-left font-medium underline underline-offset-2"
      >
        {`Search everything for “${props.rejected.trim()}”`}
      </button>
    </div>
  );
}

/**
 * Searches by number. Accepts only the characters of such numbers and offers the global search for other input (LS-32).
 */
export function NumberSearch(props: {
  label: string;
  placeholder: string;
  format: NumberFormat;
  value: string;
  onChange: (number: string) => void;
}) {
  const { value, onChange, format } = props;
  const [typed, setTyped] = useState(value);
  const [rejected, setRejected] = useState('');
  const [searchFor, setSearchFor] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change without typing: by back, or by a removed filter.
  if (lastValue !== value) {
    setLastValue(value);
    if (sent !== value) {
      setSent(value);
      setTyped(value);
    }
  }
  const type = (text: string) => {
    const number = normalizeNumberInput(text, format);
    const all = text.startsWith(typed) ? (rejected || typed) + text.slice(typed.length) : text;
    setRejected(isRejectedInput(text, typed, format) ? all : '');
    setTyped(number);
    clearTimeout(timer.current);
    const publish = () => {
      setSent(number);
      onChange(number);
    };
    if (number === '') publish();
    else timer.current = setTimeout(publish, SEARCH_DEBOUNCE_MS);
  };
  const search = () => {
    setSearchFor(rejected.trim());
    setRejected('');
  };
  return (
    <div
      role="presentation"
      data-number-search
      className="relative w-44 max-sm:w-36 max-sm:grow"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setRejected('');
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') setRejected('');
        if (key === 'Enter' && rejected !== '' && !nativeEvent.isComposing) search();
      }}
    >
      <SearchField label={props.label} placeholder={props.placeholder} value={typed} onChange={type} />
      <div role="status">
        {rejected === '' ? null : (
          <GlobalSearchHint
            rejected={rejected}
            allowedCharacters={allowedCharacters[format.type]}
            onSearch={search}
          />
        )}
      </div>
      {searchFor === null ? null : (
        <LazyOverlay onClose={() => setSearchFor(null)}>
          <SearchDialog initialText={searchFor} onClose={() => setSearchFor(null)} />
        </LazyOverlay>
      )}
    </div>
  );
}
