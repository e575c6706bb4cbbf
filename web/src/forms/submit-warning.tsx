import { Info } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useStableDuringPress } from '../parts/fields/use-stable-during-press.ts';
import type { FormError } from './error-summary.tsx';

/** Errors that prevent a submit but not a save, shown apart from the others (PO-33). */
export function SubmitNote(props: { errors: readonly FormError[]; onGo: (field: string) => void }) {
  const errors = useStableDuringPress(props.errors);
  if (errors.length === 0) return null;
  return (
    <section
      aria-label="Before submitting"
      className="flex gap-2 rounded-lg border border-line bg-caution-soft px-4 py-2.5 text-caution"
    >
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">Needed before it can be submitted for approval</p>
        <ul>
          {errors.map(({ field, text }) => (
            <li key={text}>
              <Button
                onPress={() => field !== null && props.onGo(field)}
                className="cursor-pointer rounded-sm text-left underline underline-offset-2 touch:min-h-11"
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
