import { useCallback } from 'react';
import { Card } from '../../parts/page/card.tsx';
import { ApprovalRouteSteps } from './approval-route.tsx';
import type { EnteredValues } from './stored-values.ts';
import type { SectionProps } from './model/draft.ts';
import { useEntered } from './use-entered.ts';

interface Props extends Pick<SectionProps, 'form' | 'docType' | 'documentId'> {
  totalOf: () => number;
}

interface Entered {
  values: EnteredValues;
  currency: string;
}

function enteredIn({ form, docType, documentId, totalOf }: Props): Entered {
  const { department, vendor, currency } = form.getValues();
  const total = totalOf();
  return {
    currency,
    values: {
      docType,
      docId: documentId,
      totalCents: Number.isSafeInteger(total) ? total : 0,
      currency,
      departmentId: department?.id ?? null,
      hasTemporaryVendor: vendor?.isTemporary ?? false,
      workflowTemplateSlug: null,
    },
  };
}

function EnteredSteps({ form, docType, documentId, totalOf }: Props) {
  const read = useCallback(
    () => enteredIn({ form, docType, documentId, totalOf }),
    [form, docType, documentId, totalOf],
  );
  const { values, currency } = useEntered(form, read);
  return <ApprovalRouteSteps entered={values} currency={currency} />;
}

/** The approval steps of what has been entered in the form (ROUTE-01). */
export function ApprovalRouteSection(props: Props) {
  return (
    <Card title="Approval Steps">
      <EnteredSteps {...props} />
    </Card>
  );
}
