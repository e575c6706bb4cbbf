import { useContext, useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import type { Option } from './select.tsx';
import { takesAll } from './select-on-focus.ts';

interface ComboInputProps {
  placeholder: string;
  /** Something is typed that is not what is chosen. */
  isLooking: boolean;
  /** The option that Enter takes, or null while none fits. */
  best: string | null;
  /** The options that answer what is typed; none while they are on their way. */
  matches: readonly Option[];
  /** Whether options are still on their way. */
  isLoading: boolean;
  onTake: (id: string) => void;
  /** A click into the box opens its list. */
  opensOnClick: boolean;
}

/**
 * The box of a `ComboBox`: Enter takes the option that fits best, also when it was pressed before the list was here,
 * unless the arrows have gone to another. A text that fits nothing stays in the box, with the focus.
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
    // The arrows may have been on an option of an older text, which is not meant any more.
    const isMatch = matches.some(({ id }) => id === pointed);
    const id = isMatch ? String(pointed) : best;
    if (id !== null) return take(id);
    isWaiting.current = isLoading;
    return undefined;
  };
  return (
    <Input
      // Its list makes it hear of a focus that is none, so that part is left out.
      onMouseDown={takesAll.onMouseDown}
      onKeyDownCapture={press}
      onClick={(event) => {
        takesAll.onClick(event);
        if (props.opensOnClick && !state?.isOpen) state?.open(null, 'manual');
      }}
      placeholder={props.placeholder}
      className="text-field h-full w-full min-w-0 truncate bg-transparent pl-2.5 outline-none"
    />
  );
}
