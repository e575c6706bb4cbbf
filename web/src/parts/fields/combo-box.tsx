import { use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { ListBox, ListBoxLoadMoreItem } from 'react-aria-components/ListBox';
import { ComboInput } from './combo-input.tsx';
import { bestMatch, onlyMatch, noMatchMessage } from './combo-match.ts';
import { FieldHint, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Popover } from '../controls/popover.tsx';
import { keepOpenWhileRevealed } from './keep-open-while-revealed.ts';
import { OptionItem } from './select.tsx';
import type { Option } from './select.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { useStableDuringPress } from './use-stable-during-press.ts';

export interface ComboBoxProps extends FieldProps {
  /** The current value; its text is shown even before a list has loaded. */
  value: Option | null;
  onChange: (option: Option | null) => void;
  onBlur?: () => void;
  /** Called on blur with a text that is no option; without it such a text is rejected. */
  onOther?: (text: string) => void;
  /** For a box that only adds to a list: text that was typed but not chosen is discarded. */
  forgetsTyped?: boolean;
  /** Local options, filtered in the browser. */
  options?: readonly Option[];
  /** `options` are still loading: Enter waits for them. */
  isLoadingOptions?: boolean;
  /** A search on the server, called `debounceMs` after the last key. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** With 0, opening an empty box searches for the empty text. */
  minLength?: number;
  debounceMs?: number;
  placeholder?: string;
  emptyText?: string;
  /** Explains below the empty message why nothing matches this text. */
  renderWhy?: (text: string) => ReactNode;
  /** Shown in the list after a failed search. */
  failureText?: string;
  startsFocused?: boolean;
  /** When a local list opens automatically; in table cells only after typing. */
  opensOn?: 'focus' | 'input';
}

interface SearchResult {
  /** The searched text; null before the first result. */
  text: string | null;
  options: readonly Option[];
  failed: boolean;
}

const noResult: SearchResult = { text: null, options: [], failed: false };

/** Searches the server for `text`, or not at all if it is null; results of an older text are dropped. */
function useSearch(props: ComboBoxProps, text: string | null): { found: SearchResult; isLoading: boolean } {
  const { search, debounceMs = 250 } = props;
  const [found, setFound] = useState(noResult);
  const ask = useEffectEvent(async (query: string, signal: AbortSignal) => {
    try {
      const options = (await search?.(query, signal)) ?? [];
      if (!signal.aborted) setFound({ text: query, options, failed: false });
    } catch {
      if (!signal.aborted) setFound({ text: query, options: [], failed: true });
    }
  });
  useEffect(() => {
    if (text === null) {
      // The same text may have other results next time.
      setFound(noResult);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void ask(text, abort.signal), debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, debounceMs]);
  if (text === null) return { found: noResult, isLoading: false };
  return { found, isLoading: found.text !== text };
}

/**
 * Number of options rendered before the user scrolls, for options of one or two lines. Each one costs time with every
 * key.
 */
const RENDERED_FIRST = { oneLine: 11, twoLines: 8 };
const RENDERED_MORE = 100;

/** Local options that contain every typed word. */
function filterOptions(options: readonly Option[], typed: string): readonly Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ text, detail = '' }: Option) =>
    words.every((word) => `${text} ${detail}`.toLowerCase().includes(word));
  return words.length === 0 ? options : options.filter(holds);
}

function emptyMessage(props: ComboBoxProps, state: ReturnType<typeof useSearch>, text: string): string {
  const { minLength = 2 } = props;
  if (props.search && text.trim().length < minLength) return `Type at least ${minLength} characters.`;
  if (state.isLoading || props.isLoadingOptions) return 'Searching...';
  if (state.found.failed) return props.failureText ?? 'The list could not be loaded.';
  return props.emptyText ?? 'Nothing found.';
}

/** The library renders a hidden copy of the box to build its collection, which needs only the options. */
function VisibleOnly(props: { children: ReactNode }) {
  return use(ComboBoxStateContext) && props.children;
}

/** A text box with a list of options, local or searched on the server. */
export function ComboBox(props: ComboBoxProps) {
  const { value, onChange, minLength = 2 } = props;
  // Null while the box shows the current value.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [more, setMore] = useState(0);
  // The library closes the list when a value is selected, but a box that only adds has none: this is the last added
  // option.
  const [added, setAdded] = useState<string | null>(null);
  const inside = useRef(false);
  const text = typed ?? value?.text ?? '';
  const listsAll = minLength === 0 && isOpen && value === null;
  const looking = listsAll || (typed !== null && typed !== value?.text);
  const query = text.trim();
  const isSearching = Boolean(props.search) && looking && query.length >= minLength;
  const state = useSearch(props, isSearching ? query : null);
  const localMatches = filterOptions(
    props.options ?? (value ? [value] : []),
    looking && !props.search ? query : '',
  );
  const found = props.search && looking ? state.found.options : localMatches;
  const isTyped = looking && query !== '';
  const isLoading = state.isLoading || (isTyped && props.isLoadingOptions === true);
  // Matches of an older text do not count.
  const matches = isLoading ? [] : found;
  const [isLeft, setLeft] = useState(false);
  // The value was changed elsewhere, as in a dialog: the rejected text no longer applies.
  const [lastValueId, setLastValueId] = useState(value?.id);
  if (lastValueId !== value?.id) {
    setLastValueId(value?.id);
    if (value && isLeft) {
      setTyped(null);
      setLeft(false);
    }
  }
  const rejection = isLeft && isTyped ? noMatchMessage(matches, query) : null;

  const best = isTyped ? (bestMatch(matches, query)?.id ?? null) : null;
  const fill = found.some(({ detail }) => detail) ? RENDERED_FIRST.twoLines : RENDERED_FIRST.oneLine;
  // Renders at least up to the option that Enter takes, or the selected one, because the list must contain it.
  const requiredId = best ?? (looking ? null : value?.id);
  const items = found.slice(0, Math.max(fill + more, found.findIndex(({ id }) => id === requiredId) + 1));

  // A stable element, so that a key that does not change the options does not rerender the list.
  const loader = useMemo(() => {
    const renderMore = () => setMore((before) => before + RENDERED_MORE);
    return <ListBoxLoadMoreItem scrollOffset={0} onLoadMore={renderMore} />;
  }, []);

  const take = (option: Option | null) => {
    setTyped(null);
    if (props.forgetsTyped) setAdded(option?.id ?? null);
    if (option && option.id !== value?.id) onChange(option);
  };
  const choose = (key: string | number | null) => {
    const option = found.find(({ id }) => id === key);
    if (option) take(option);
  };
  /** Takes an unambiguous text; otherwise keeps it, marked as an error, and clears the value. */
  const settle = () => {
    const match = props.forgetsTyped ? null : onlyMatch(matches, query);
    if (match) return take(match);
    if (props.onOther || props.forgetsTyped) {
      props.onOther?.(query);
      return setTyped(null);
    }
    setLeft(true);
    return value ? onChange(null) : undefined;
  };
  const leave = () => {
    inside.current = false;
    if (isTyped) settle();
    else {
      if (query === '' && value) onChange(null);
      setTyped(null);
    }
    props.onBlur?.();
  };
  // The library clears the text on blur if no option is selected; this box keeps it.
  const type = (next: string) => {
    if (!inside.current) return;
    setTyped(next);
    setLeft(false);
    setMore(0);
  };
  // The text of the selected option is not typed input: a box focused on mount must not open for it.
  const untouched = looking ? 'input' : 'manual';
  const isTypedFor = Boolean(props.search) && minLength > 0;
  const trigger = isTypedFor || props.opensOn === 'input' ? untouched : 'focus';
  const shown = { ...props, error: useStableDuringPress(rejection ?? props.error ?? null) };
  return (
    <AriaComboBox
      {...ariaField(shown)}
      data-rejected={rejection}
      isReadOnly={props.isReadOnly ?? false}
      allowsEmptyCollection
      // `settle` decides what happens to custom text.
      allowsCustomValue={!props.forgetsTyped}
      menuTrigger={trigger}
      items={items}
      value={looking ? null : (value?.id ?? added)}
      onChange={choose}
      onOpenChange={(next) => {
        setOpen(next);
        setMore(0);
        if (next) setAdded(null);
      }}
      inputValue={text}
      onInputChange={type}
      onFocus={({ target }) => {
        inside.current = true;
        keepOpenWhileRevealed(target);
      }}
      onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      onBlur={leave}
      // The options are already filtered.
      defaultFilter={() => true}
      {...(props.startsFocused && { autoFocus: true })}
    >
      <VisibleOnly>
        <FieldLabel {...props} />
        <Group className="field-box h-control flex items-center group-data-invalid:border-negative">
          <ComboInput
            placeholder={props.placeholder ?? ''}
            isLooking={isTyped}
            best={best}
            matches={matches}
            isLoading={isLoading}
            onTake={choose}
            opensOnClick={props.opensOn === 'input' && !(props.isReadOnly ?? false)}
          />
          {isLoading ? <Spinner small /> : null}
          <Button className="grid h-full w-8 shrink-0 cursor-pointer place-items-center text-ink-muted touch:w-11">
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        </Group>
        <FieldHint {...shown} />
      </VisibleOnly>
      <Popover>
        <ListBox
          className="group/list max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => (
            <p className="px-2 py-2 text-sm text-ink-muted">
              {emptyMessage(props, state, text)}
              {props.renderWhy?.(text)}
            </p>
          )}
        >
          <Collection items={items} dependencies={[best]}>
            {(option: Option) => <OptionItem option={option} isBest={option.id === best} />}
          </Collection>
          {items.length < found.length ? loader : null}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
