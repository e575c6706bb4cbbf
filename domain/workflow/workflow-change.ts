import type { FieldChange } from '#domain/history/document-changes';

/** A flow as it was at some time: its template's name and version. */
interface NamedFlow {
  name: string;
  version: number;
}

/** DEC-90: which version of which flow a document was on, and which it is on now; nothing where both are the same. */
export function flowChange(before: NamedFlow | null, after: NamedFlow | null): FieldChange[] {
  if (before === null || after === null) return [];
  const [was, is] = [before, after].map(({ name, version }) => `${name} (version ${version})`.trim());
  if (was === undefined || is === undefined || was === is) return [];
  return [{ field: 'workflow', label: 'Approval flow', before: was, after: is, unit: 'text' }];
}
