import { use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { ListBox, ListBoxLoadMoreItem } from 'react-aria-components/ListBox';
import { ComboInput } from './combo-input.tsx';
import { bestMatch, onlyMatch, unmatched } from './combo-match.ts';
import { FieldFoot, FieldLabel, ariaField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Popover } from '../controls/popover.tsx';
import { OptionItem } from './select.tsx';
import type { Option } from './select.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { useStableDuringPress } from './use-stable-during-press.ts';

export interface ComboBoxProps extends FieldProps {
  /** What is chosen now; its text stands in the box even when no list has been loaded. */
  value: Option | null;
  onChange: (option: Option | null) => void;
  onBlur?: () => void;
  /** Takes what was typed and is none of the options, when the box is left; without it such a text is refused. */
  onOther?: (text: string) => void;
  /** The box only adds to a list: what is typed in it and not chosen is forgotten. */
  forgetsTyped?: boolean;
  /** A list that is narrowed in the browser. */
  options?: readonly Option[];
  /** `options` are still being loaded: Enter waits for them. */
  isComing?: boolean;
  /** Or a search on the server, asked `debounceMs` after the last key. */
  search?: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** 0: an empty box that is opened lists what the server answers to nothing typed. */
  minLength?: number;
  debounceMs?: number;
  placeholder?: string;
  emptyText?: string;
  /** More about why there is nothing for this text, below those words. */
  renderWhy?: (text: string) => ReactNode;
  /** Instead of a list that could not be had; it stands at the field, too, until one can. */
  failureText?: string;
  startsFocused?: boolean;
  /** When a local list opens by itself; in a table's cells only once something is typed. */
  opensOn?: 'focus' | 'input';
}

interface Found {
  /** The text that these options answer; null before the first answer. */
  text: string | null;
  options: readonly Option[];
  failed: boolean;
}

const nothing: Found = { text: null, options: [], failed: false };

/** Asks the server for `text`, null meaning that there is nothing to ask; late answers to older texts are dropped. */
function useSearch(props: ComboBoxProps, text: string | null): { found: Found; isLoading: boolean } {
  const { search, debounceMs = 250 } = props;
  const [found, setFound] = useState(nothing);
  const ask = useEffectEvent(async (wanted: string, signal: AbortSignal) => {
    try {
      const options = (await search?.(wanted, signal)) ?? [];
      if (!signal.aborted) setFound({ text: wanted, options, failed: false });
    } catch {
      if (!signal.aborted) setFound({ text: wanted, options: [], failed: true });
    }
  });
  useEffect(() => {
    if (text === null) {
      // What was found is of the list as it was: the same text may be answered otherwise next time.
      setFound(nothing);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void ask(text, abort.signal), debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, debounceMs]);
  if (text === null) return { found: nothing, isLoading: false };
  return { found, isLoading: found.text !== text };
}

/** So many fill the list before anybody scrolls for more, with one line each or two: every one is felt with every key. */
const DRAWN_FIRST = { oneLine: 11, twoLines: 8 };
const DRAWN_MORE = 100;

/** A list that is already here, narrowed to the options that hold every word typed. */
function narrowed(options: readonly Option[], typed: string): readonly Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ text, detail = '' }: Option) =>
    words.every((word) => `${text} ${detail}`.toLowerCase().includes(word));
  return words.length === 0 ? options : options.filter(holds);
}

function emptyLine(props: ComboBoxProps, state: ReturnType<typeof useSearch>, text: string): string {
  const { minLength = 2 } = props;
  if (props.search && text.trim().length < minLength) return `Type at least ${minLength} characters.`;
  if (state.isLoading || props.isComing) return 'Searching...';
  if (state.found.failed) return props.failureText ?? 'The list could not be loaded.';
  return props.emptyText ?? 'Nothing found.';
}

/** The list is made of a copy of the box that nobody sees, and needs nothing but its options there. */
function Seen(props: { children: ReactNode }) {
  return use(ComboBoxStateContext) && props.children;
}

/** A box to type in and a list to choose from: local options, or a search on the server. */
export function ComboBox(props: ComboBoxProps) {
  const { value, onChange, minLength = 2 } = props;
  // Null while the box shows what is chosen; then nothing is being looked for.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [more, setMore] = useState(0);
  // The list closes once it sees something chosen; a box that only adds shows nothing as chosen.
  const [added, setAdded] = useState<string | null>(null);
  const inside = useRef(false);
  const text = typed ?? value?.text ?? '';
  const lists = minLength === 0 && isOpen && value === null;
  const looking = lists || (typed !== null && typed !== value?.text);
  const wanted = text.trim();
  const asks = Boolean(props.search) && looking && wanted.length >= minLength;
  const state = useSearch(props, asks ? wanted : null);
  const here = narrowed(props.options ?? (value ? [value] : []), looking && !props.search ? wanted : '');
  const found = props.search && looking ? state.found.options : here;
  const isTyped = looking && wanted !== '';
  const isLoading = state.isLoading || (isTyped && props.isComing === true);
  // Matches to an older text are none to this one.
  const matches = isLoading ? [] : found;
  const [isLeft, setLeft] = useState(false);
  // Something was chosen elsewhere, as in a dialog: what was left in the box is about it no more.
  const [known, setKnown] = useState(value?.id);
  if (known !== value?.id) {
    setKnown(value?.id);
    if (value && isLeft) {
      setTyped(null);
      setLeft(false);
    }
  }
  const refused = isLeft && isTyped ? unmatched(matches, wanted) : null;

  const best = isTyped ? (bestMatch(matches, wanted)?.id ?? null) : null;
  const fill = found.some(({ detail }) => detail) ? DRAWN_FIRST.twoLines : DRAWN_FIRST.oneLine;
  // As far as what Enter would take, or what is chosen: a list without it would say that there is nothing.
  const told = best ?? (looking ? null : value?.id);
  const items = found.slice(0, Math.max(fill + more, found.findIndex(({ id }) => id === told) + 1));

  // The same element, so that a key that leaves the options as they are leaves the list as it is.
  const loader = useMemo(() => {
    const drawMore = () => setMore((before) => before + DRAWN_MORE);
    return <ListBoxLoadMoreItem scrollOffset={0} onLoadMore={drawMore} />;
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
  /** What is typed is taken where it leaves no doubt; otherwise it stays to be seen, and the old choice is gone. */
  const settle = () => {
    const meant = props.forgetsTyped ? null : onlyMatch(matches, wanted);
    if (meant) return take(meant);
    if (props.onOther || props.forgetsTyped) {
      props.onOther?.(wanted);
      return setTyped(null);
    }
    setLeft(true);
    return value ? onChange(null) : undefined;
  };
  const leave = () => {
    inside.current = false;
    if (isTyped) settle();
    else {
      if (wanted === '' && value) onChange(null);
      setTyped(null);
    }
    props.onBlur?.();
  };
  // The list knows of no choice while something else is typed, and empties the box on the way out: we do not.
  const type = (next: string) => {
    if (!inside.current) return;
    setTyped(next);
    setLeft(false);
    setMore(0);
  };
  // The text that comes with a choice is no typing: a box that is focused as it appears must not open for it.
  const untouched = looking ? 'input' : 'manual';
  const isTypedFor = Boolean(props.search) && minLength > 0;
  const trigger = isTypedFor || props.opensOn === 'input' ? untouched : 'focus';
  const shown = { ...props, error: useStableDuringPress(refused ?? props.error ?? null) };
  return (
    <AriaComboBox
      {...ariaField(shown)}
      isReadOnly={props.isReadOnly ?? false}
      allowsEmptyCollection
      // What becomes of a text is settled above.
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
      onFocus={() => {
        inside.current = true;
      }}
      onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      onBlur={leave}
      // What is handed over is already what fits.
      defaultFilter={() => true}
      {...(props.startsFocused && { autoFocus: true })}
    >
      <Seen>
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
        <FieldFoot {...shown} />
      </Seen>
      <Popover>
        <ListBox
          className="group/list max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => (
            <p className="px-2 py-2 text-sm text-ink-muted">
              {emptyLine(props, state, text)}
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
