import type { Issue } from '#domain/documents/validation';
import { ApiError } from '../../../api.ts';
import type { FormError } from '../../error-summary.tsx';
import { withMissingApprovers } from './missing-approvers.ts';

/** How the error codes of a failed save map to fields of a form. */
export interface RefusalRules<Draft> {
  /** The field of each rule of the server; rules of other document types have none. */
  fieldOf: Partial<Record<Issue['code'], keyof Draft & string>>;
  texts: Partial<Record<Issue['code'], string>>;
  /** Refusals about a single field that no rule of the form covers. */
  fieldOfCode: Readonly<Record<string, FieldRefusal<Draft>>>;
}

interface FieldRefusal<Draft> {
  field: keyof Draft & string;
  text: string;
  /** Another field that the refusal depends on. */
  alsoOf?: keyof Draft & string;
  /** Label of the button that overrides the refusal (DEC-37). */
  insist?: string;
}

/** Errors of the form's own validation, with the line number for lines. */
export function formErrors(issues: readonly Issue[]): FormError[] {
  return issues.map(({ field, message }) => {
    const line = /^lineItems\.(\d+)\./.exec(field);
    return { field, text: line ? `Line ${Number(line[1]) + 1}: ${message}` : message };
  });
}

/** An error of the server. It applies while its fields have the refused values. */
export interface ServerFormError<Draft> extends FieldRefusal<Draft> {
  /** The refused values, as JSON. */
  value: string;
}

function valueOf<Draft>(draft: Draft, { field, alsoOf }: FieldRefusal<Draft>): string {
  return JSON.stringify([draft[field], alsoOf === undefined ? null : draft[alsoOf]]);
}

/** Maps a failed save to errors of the form (DEC-02); ignores codes that this form does not know. */
export function serverErrors<Draft>(
  error: unknown,
  draft: Draft,
  rules: RefusalRules<Draft>,
): ServerFormError<Draft>[] {
  if (!(error instanceof ApiError)) return [];
  const whole = rules.fieldOfCode[error.code];
  const named = error.errors.flatMap((name): FieldRefusal<Draft>[] => {
    const code = name as Issue['code'];
    const field = rules.fieldOf[code];
    const text = rules.texts[code];
    return field === undefined || text === undefined ? [] : [{ field, text }];
  });
  const all: FieldRefusal<Draft>[] = [
    ...(whole ? [{ ...whole, text: withMissingApprovers(whole.text, error) }] : []),
    ...named,
  ];
  return all.map((one) => ({ ...one, value: valueOf(draft, one) }));
}

export function unresolvedErrors<Draft>(
  refused: readonly ServerFormError<Draft>[],
  draft: Draft,
): ServerFormError<Draft>[] {
  return refused.filter((one) => valueOf(draft, one) === one.value);
}
