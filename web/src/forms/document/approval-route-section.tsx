import { useEffect, useState } from 'react';
import { Card } from '../../parts/page/card.tsx';
import { ApprovalRouteSteps } from './approval-route.tsx';
import type { EnteredValues } from './stored-values.ts';
import type { SectionProps } from './model/draft.ts';

/** Debounce time, so that a typed amount is one request. */
const DEBOUNCE_MS = 500;

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
  const [entered, setEntered] = useState(() => enteredIn({ form, docType, documentId, totalOf }));
  // Not rendered on each key: reads the form when the user pauses, and renders if a value that counts has changed.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      const now = enteredIn({ form, docType, documentId, totalOf });
      setEntered((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(read, DEBOUNCE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, docType, documentId, totalOf]);
  return <ApprovalRouteSteps entered={entered.values} currency={entered.currency} />;
}

/** The approval steps of what has been entered in the form (ROUTE-01). */
export function ApprovalRouteSection(props: Props) {
  return (
    <Card title="Approval Steps">
      <EnteredSteps {...props} />
    </Card>
  );
}
