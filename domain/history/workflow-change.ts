import type { FieldChange } from '#domain/history/document-changes';

/** The name and version of a workflow's template. */
interface WorkflowVersion {
  name: string;
  version: number;
}

/**
 * Describes a change of a document's workflow or its version; empty when both are the same, and for its first workflow
 * unless a user chose it (DEC-90, ROUTE-06).
 */
export function describeWorkflowChange(
  before: WorkflowVersion | null,
  after: WorkflowVersion | null,
  isChosen = false,
): FieldChange[] {
  if (after === null || (before === null && !isChosen)) return [];
  const textOf = ({ name, version }: WorkflowVersion) => `${name} (version ${version})`.trim();
  const [was, is] = [before === null ? '' : textOf(before), textOf(after)];
  if (was === is) return [];
  return [{ field: 'workflow', label: 'Approval flow', before: was, after: is, unit: 'text' }];
}
