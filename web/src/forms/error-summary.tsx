import { useEffect, useRef } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../parts/controls/button.tsx';
import { useStableDuringPress } from '../parts/fields/use-stable-during-press.ts';

/** One thing to mend; without a field it concerns the document as a whole. */
export interface Complaint {
  field: string | null;
  text: string;
  /** What can be done about it here and now (DEC-37). */
  action?: { text: string; onPress: () => void };
}

/** Everything that keeps a form from being saved, each leading to its field. */
export function ErrorSummary(props: {
  complaints: readonly Complaint[];
  /** Counts the attempts to save: each that fails brings the focus here, and nothing else does. */
  attempt: number;
  onGo: (field: string) => void;
}) {
  const { attempt } = props;
  const complaints = useStableDuringPress(props.complaints);
  const box = useRef<HTMLDivElement>(null);
  const answered = useRef(0);
  // The attempt is counted while the press still holds back what it found: the box comes a moment later.
  useEffect(() => {
    if (attempt === answered.current || !box.current) return;
    answered.current = attempt;
    box.current.focus();
  });
  if (complaints.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border border-negative bg-negative-soft px-4 py-3 text-negative outline-offset-2"
    >
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-4" />
        {complaints.length === 1
          ? '1 thing needs your attention'
          : `${complaints.length} things need your attention`}
      </p>
      <ul className="grid gap-0.5 pt-1 pl-6">
        {complaints.map(({ field, text, action }) => (
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
