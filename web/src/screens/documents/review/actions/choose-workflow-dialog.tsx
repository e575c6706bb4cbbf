import { useState } from 'react';
import type { PaymentTemplate } from '#domain/payments/payment';
import { Button } from '../../../../parts/controls/button.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import { later } from '../../../../parts/hooks/lazy-part.tsx';
import { words } from '../../../../words.ts';
import type { StoredDocument } from '../../document.ts';
import type { Bar } from './use-action-bar.ts';

const Select = later(async () => (await import('../../../../parts/fields/select.tsx')).Select);

interface Props {
  document: StoredDocument;
  bar: Bar;
  /** Undefined while they are on their way. */
  flows: readonly PaymentTemplate[] | undefined;
  /** What its bank account, or the show, would choose. */
  proposed: PaymentTemplate | null;
}

function Open(props: Props) {
  const { document, bar, flows = [], proposed } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const slug = chosen ?? proposed?.slug ?? null;
  const none = props.flows?.length === 0;
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
            reason={bar.why('submit') ?? (none ? words.POS_NO_DEFAULT_WORKFLOW : null)}
            isDisabled={slug === null && !none}
            isPending={bar.busy === 'submit'}
            onPress={() => bar.submitThrough(slug)}
          >
            Submit for Approval
          </Button>
        </>
      }
    >
      <Select
        label="Approval flow"
        options={flows.map(({ slug: id, name, isDefault }) => ({
          id,
          text: name,
          ...(isDefault && { detail: 'Default' }),
        }))}
        value={slug}
        onChange={setChosen}
        isRequired
      />
    </Dialog>
  );
}

/** PA-04, DEC-44: which of the show's payment flows a payment takes. */
export function ChooseWorkflowDialog(props: Props) {
  return props.bar.asking === 'flow' ? <Open {...props} /> : null;
}
