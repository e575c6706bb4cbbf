import type { Issue } from '#domain/documents/validation';
import { ApiError } from '../../../api.ts';
import type { Complaint } from '../../error-summary.tsx';

/** How the codes of a failed save are told in a form. */
export interface RefusalRules<Draft> {
  /** The field that each rule of the server is about; a rule of another type of document has none. */
  fieldOf: Partial<Record<Issue['code'], keyof Draft & string>>;
  /** The words of the rules. */
  texts: Partial<Record<Issue['code'], string>>;
  /** Refusals that speak of one field although no rule of the form does. */
  fieldOfCode: Readonly<Record<string, Blame<Draft>>>;
}

interface Blame<Draft> {
  field: keyof Draft & string;
  text: string;
  /** Another field that the refusal hangs on. */
  alsoOf?: keyof Draft & string;
  /** What the control says that saves all the same (DEC-37). */
  insist?: string;
}

/** What the form found, each at its field; lines say which line it is. */
export function complaintsOf(issues: readonly Issue[]): Complaint[] {
  return issues.map(({ field, message }) => {
    const line = /^lineItems\.(\d+)\./.exec(field);
    return { field, text: line ? `Line ${Number(line[1]) + 1}: ${message}` : message };
  });
}

/** Something that only the server found. It stands for as long as its fields hold what was refused. */
export interface Refused<Draft> extends Blame<Draft> {
  /** The refused values, as JSON. */
  value: string;
}

function valueOf<Draft>(draft: Draft, { field, alsoOf }: Blame<Draft>): string {
  return JSON.stringify([draft[field], alsoOf === undefined ? null : draft[alsoOf]]);
}

/** A failed save in the terms of the form (DEC-02); codes that this form does not know are left out. */
export function refusedBy<Draft>(error: unknown, draft: Draft, rules: RefusalRules<Draft>): Refused<Draft>[] {
  if (!(error instanceof ApiError)) return [];
  const whole = rules.fieldOfCode[error.code];
  const named = error.errors.flatMap((name): Blame<Draft>[] => {
    const code = name as Issue['code'];
    const field = rules.fieldOf[code];
    const text = rules.texts[code];
    return field === undefined || text === undefined ? [] : [{ field, text }];
  });
  const all: Blame<Draft>[] = [...(whole ? [whole] : []), ...named];
  return all.map((one) => ({ ...one, value: valueOf(draft, one) }));
}

export function stillRefused<Draft>(refused: readonly Refused<Draft>[], draft: Draft): Refused<Draft>[] {
  return refused.filter((one) => valueOf(draft, one) === one.value);
}
