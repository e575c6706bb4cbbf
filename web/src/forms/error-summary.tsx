import { useEffect, useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../parts/controls/button.tsx';
import { useStableDuringPress } from '../parts/fields/use-stable-during-press.ts';

/** A form error; without a field it concerns the whole document. */
export interface FormError {
  field: string | null;
  text: string;
  /** An action that resolves the error (DEC-37). */
  action?: { text: string; onPress: () => void };
}

/** All errors that prevent a save, each with a link to its field. */
export function ErrorSummary(props: {
  errors: readonly FormError[];
  /** Number of failed attempts to save: each new one moves the focus here. */
  attempt: number;
  onGo: (field: string) => void;
}) {
  const { attempt } = props;
  const errors = useStableDuringPress(props.errors);
  const box = useRef<HTMLDivElement>(null);
  const handledAttempt = useRef(0);
  // `useStableDuringPress` delays the errors until the press is over, after the attempt was counted.
  useEffect(() => {
    if (attempt === handledAttempt.current || !box.current) return;
    handledAttempt.current = attempt;
    box.current.focus();
  });
  if (errors.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border border-negative bg-negative-soft px-4 py-3 text-negative outline-offset-2"
    >
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-4" />
        {errors.length === 1 ? '1 thing needs your attention' : `${errors.length} things need your attention`}
      </p>
      <ul className="grid gap-0.5 pt-1 pl-6">
        {errors.map(({ field, text, action }) => (
          <li key={`${field ?? ''}${text}`} className={action ? 'flex flex-wrap items-center gap-x-3' : ''}>
            {field === null ? (
              text
            ) : (
              <AriaButton
                onPress={() => props.onGo(field)}
                className="touch:min-h-11 cursor-pointer rounded-sm text-left underline underline-offset-2"
              >
                {text}
              </AriaButton>
            )}
            {action ? <Button onPress={action.onPress}>{action.text}</Button> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
