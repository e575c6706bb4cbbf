import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { sharedForm } from '../model/draft.ts';
import type { AnyLine, DocumentDraft, SharedForm } from '../model/draft.ts';

/**
 * With every key the library of forms copies and compares each plain object of a draft. What has another prototype it
 * takes as it is, which is right for lines: none is ever changed in place.
 */
const prototype: object = Object.create(Object.prototype, { constructor: { value: null } });

function isHeld(line: AnyLine): boolean {
  return Object.getPrototypeOf(line) === prototype;
}

/** The lines as they go into a form. */
export function held<Line extends AnyLine>(lines: readonly Line[]): Line[] {
  return lines.map((line) => (isHeld(line) ? line : Object.assign(Object.create(prototype) as object, line)));
}

/** Worked out once for each line: none is ever changed in place. */
export function ofLine<Line extends object, Value>(work: (line: Line) => Value): (line: Line) => Value {
  const known = new WeakMap<Line, { value: Value }>();
  return (line) => {
    const kept = known.get(line) ?? { value: work(line) };
    known.set(line, kept);
    return kept.value;
  };
}

/** Puts these in the place of the form's lines. What comes by itself is no change of the user's. */
export function setLines(
  form: SharedForm,
  lines: readonly AnyLine[],
  options: { shouldDirty: boolean } = { shouldDirty: true },
): void {
  // To find out what of them differs costs more than the key does: it is asked once, and again when typing rests.
  const isKnown = form.getFieldState('lineItems').isDirty;
  form.setValue('lineItems', held(lines), { shouldDirty: options.shouldDirty && !isKnown });
}

/** Lines that were changed and changed back are no longer marked as changed. */
export function settleLines(form: SharedForm): void {
  if (form.getFieldState('lineItems').isDirty) {
    form.setValue('lineItems', form.getValues('lineItems'), { shouldDirty: true });
  }
}

/** The lines as they are now: whoever calls this is drawn with every key in one of them. */
export function useLines<Draft extends DocumentDraft>(
  form: UseFormReturn<Draft>,
): readonly Draft['lineItems'][number][] {
  return useWatch({ control: sharedForm(form).control, name: 'lineItems' });
}
