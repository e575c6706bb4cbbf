import { issueTexts } from '#domain/validation';
import type { Issue } from '#domain/validation';
import type { Complaint } from '../error-summary.tsx';

function isIssueCode(code: string): code is keyof typeof issueTexts {
  return Object.hasOwn(issueTexts, code);
}

/** What the form found, each at its field; lines say which line it is. */
export function complaintsOf(issues: readonly Issue[]): Complaint[] {
  return issues.map(({ field, message }) => {
    const line = /^lineItems\.(\d+)\./.exec(field);
    return { field, text: line ? `Line ${Number(line[1]) + 1}: ${message}` : message };
  });
}

/** What only the server found, in the rule's own words (DEC-02); codes that this build does not know are left out. */
export function serverComplaints(errors: readonly string[]): Complaint[] {
  return errors.filter(isIssueCode).map((code) => ({ field: null, text: issueTexts[code] }));
}
