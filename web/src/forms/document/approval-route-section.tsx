import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Card } from '../../parts/page/card.tsx';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';
import { ApprovalRouteSteps } from './approval-route.tsx';
import type { EnteredValues } from './stored-values.ts';
import type { DocumentDraft, SectionProps } from './model/draft.ts';

/** Debounce time, so that a typed amount is one request. */
const DEBOUNCE_MS = 500;

/** The approval steps of what has been entered in the form (ROUTE-01). */
export function ApprovalRouteSection(
  props: Pick<SectionProps, 'form' | 'docType' | 'documentId'> & {
    totalOf: () => number;
  },
) {
  const { form, docType, documentId } = props;
  const draft = useWatch({ control: form.control }) as DocumentDraft;
  const total = props.totalOf();
  const entered: EnteredValues = {
    docType,
    docId: documentId,
    totalCents: Number.isSafeInteger(total) ? total : 0,
    departmentId: draft.department?.id ?? null,
    hasTemporaryVendor: draft.vendor?.isTemporary ?? false,
    workflowTemplateSlug: null,
  };
  const settled = useDebounced(JSON.stringify(entered), DEBOUNCE_MS);
  const values = useMemo(() => JSON.parse(settled) as EnteredValues, [settled]);
  return (
    <Card title="Approval Steps">
      <ApprovalRouteSteps entered={values} currency={draft.currency} />
    </Card>
  );
}
