import { useContext, useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import type { Option } from './select.tsx';
import { selectOnFocus } from './select-on-focus.ts';

interface ComboInputProps {
  placeholder: string;
  /** The typed text differs from the current value. */
  isLooking: boolean;
  /** The option that Enter takes, or null if none matches. */
  best: string | null;
  /** The options that match the text; none while they are loading. */
  matches: readonly Option[];
  /** Whether options are still loading. */
  isLoading: boolean;
  onTake: (id: string) => void;
  /** A click into the box opens its list. */
  opensOnClick: boolean;
}

/**
 * The input of a `ComboBox`. Enter takes the best match unless the arrow keys chose another option, also if it was
 * pressed before the list had loaded. Text without a match keeps the focus.
 */
export function ComboInput(props: ComboInputProps) {
  const { isLooking, best, matches, isLoading, onTake } = props;
  const state = useContext(ComboBoxStateContext);
  const isWaiting = useRef(false);
  const pointed = state?.isOpen ? state.selectionManager.focusedKey : null;
  const take = (id: string) => {
    onTake(id);
    state?.close();
  };
  useEffect(() => {
    if (isLoading || !isWaiting.current) return;
    isWaiting.current = false;
    if (best !== null) take(best);
  });
  const press = (event: KeyboardEvent) => {
    isWaiting.current = false;
    if (event.key === 'Tab' && isLooking) return state?.close();
    if (event.key !== 'Enter' || !isLooking || event.nativeEvent.isComposing) return undefined;
    event.preventDefault();
    event.stopPropagation();
    // The arrow keys may have focused an option of an older text.
    const isMatch = matches.some(({ id }) => id === pointed);
    const id = isMatch ? String(pointed) : best;
    if (id !== null) return take(id);
    isWaiting.current = isLoading;
    return undefined;
  };
  return (
    <Input
      // The library's list would report a focus event that did not happen, so `onFocus` is left out.
      onMouseDown={selectOnFocus.onMouseDown}
      onKeyDownCapture={press}
      onClick={(event) => {
        selectOnFocus.onClick(event);
        if (props.opensOnClick && !state?.isOpen) state?.open(null, 'manual');
      }}
      placeholder={props.placeholder}
      className="text-field h-full w-full min-w-0 truncate bg-transparent pl-2.5 outline-none"
    />
  );
}
