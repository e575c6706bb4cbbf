import { Suspense, useMemo, useState } from 'react';
import { storedValues } from '../../../../forms/document/stored-values.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { words } from '../../../../words.ts';
import type { StoredDocument } from '../../document.ts';
import type { ActionBarState } from './use-action-bar.ts';
import type { PaymentTemplate } from '#domain/payments/payment-response';

const ApprovalRouteSteps = lazyPart(
  async () => (await import('../../../../forms/document/approval-route.tsx')).ApprovalRouteSteps,
  () => false,
);
const Select = lazyPart(async () => (await import('../../../../parts/fields/select.tsx')).Select);

interface Props {
  document: StoredDocument;
  bar: ActionBarState;
  /** Undefined while loading. */
  workflows: readonly PaymentTemplate[] | undefined;
  /** The default: the flow of the bank account or of the show. */
  proposed: PaymentTemplate | null;
}

/** The choice of the approval flow of a payment (PA-04, DEC-44). */
export function ChooseWorkflowDialog(props: Props) {
  const { document, bar, workflows = [], proposed } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const slug = chosen ?? proposed?.slug ?? null;
  const entered = useMemo(() => storedValues('PAYMENT', document.id, slug), [document.id, slug]);
  const none = props.workflows?.length === 0;
  return (
    <Dialog
      title={`Submit ${document.name} for Approval`}
      isOpen
      onClose={bar.close}
      footer={
        <>
          <Button onPress={bar.close}>Cancel</Button>
          <Button
            look="primary"
            reason={bar.disabledReason('submit') ?? (none ? words.POS_NO_DEFAULT_WORKFLOW : null)}
            isDisabled={slug === null && !none}
            isPending={bar.busy === 'submit'}
            onPress={() => void bar.submitThrough(slug)}
          >
            Submit for Approval
          </Button>
        </>
      }
    >
      <Select
        label="Approval flow"
        options={workflows.map(({ slug: id, name, isDefault }) => ({
          id,
          text: name,
          ...(isDefault && { detail: 'Default' }),
        }))}
        value={slug}
        onChange={setChosen}
        isRequired
      />
      {slug === null ? null : (
        <Suspense fallback={null}>
          <ApprovalRouteSteps entered={entered} currency={document.summary.currency} />
        </Suspense>
      )}
    </Dialog>
  );
}
