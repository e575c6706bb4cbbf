import type { FieldChange } from '#domain/history/document-changes';

/** The name and version of a workflow's template. */
interface WorkflowVersion {
  name: string;
  version: number;
}

/** Describes a change of a document's workflow or its version; empty when both are the same (DEC-90). */
export function describeWorkflowChange(
  before: WorkflowVersion | null,
  after: WorkflowVersion | null,
): FieldChange[] {
  if (before === null || after === null) return [];
  const [was, is] = [before, after].map(({ name, version }) => `${name} (version ${version})`.trim());
  if (was === undefined || is === undefined || was === is) return [];
  return [{ field: 'workflow', label: 'Approval flow', before: was, after: is, unit: 'text' }];
}
