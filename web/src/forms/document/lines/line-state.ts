import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { sharedForm } from '../model/draft.ts';
import type { AnyLine, DocumentDraft, SharedForm } from '../model/draft.ts';

/**
 * On every key, react-hook-form copies and compares each plain object of a draft, but not objects with another
 * prototype. That is safe for lines, because they are immutable.
 */
const prototype: object = Object.create(Object.prototype, { constructor: { value: null } });

function isLineState(line: AnyLine): boolean {
  return Object.getPrototypeOf(line) === prototype;
}

export function toLineState<Line extends AnyLine>(lines: readonly Line[]): Line[] {
  return lines.map((line) =>
    isLineState(line) ? line : Object.assign(Object.create(prototype) as object, line),
  );
}

/** Memoizes a function per line: lines are immutable. */
export function memoPerLine<Line extends object, Value>(
  compute: (line: Line) => Value,
): (line: Line) => Value {
  const cache = new WeakMap<Line, { value: Value }>();
  return (line) => {
    const cached = cache.get(line) ?? { value: compute(line) };
    cache.set(line, cached);
    return cached.value;
  };
}

/** Sets the form's lines. Automatic changes do not mark the form as changed. */
export function setLines(
  form: SharedForm,
  lines: readonly AnyLine[],
  options: { shouldDirty: boolean } = { shouldDirty: true },
): void {
  // Computing the difference costs more than handling the key, so it is done once, and again after a pause in typing.
  const isDirty = form.getFieldState('lineItems').isDirty;
  form.setValue('lineItems', toLineState(lines), { shouldDirty: options.shouldDirty && !isDirty });
}

/** Clears the dirty mark of lines that were changed back. */
export function clearUnchanged(form: SharedForm): void {
  if (form.getFieldState('lineItems').isDirty) {
    form.setValue('lineItems', form.getValues('lineItems'), { shouldDirty: true });
  }
}

/** Returns the current lines: the calling component rerenders with every key in one of them. */
export function useLines<Draft extends DocumentDraft>(
  form: UseFormReturn<Draft>,
): readonly Draft['lineItems'][number][] {
  return useWatch({ control: sharedForm(form).control, name: 'lineItems' });
}
