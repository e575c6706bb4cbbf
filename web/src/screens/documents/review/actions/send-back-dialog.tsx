import { useState } from 'react';
import { earlierSteps } from '#domain/workflow/send-back';
import { Select } from '../../../../parts/fields/select.tsx';
import { ReasonDialog } from '../../../../parts/overlays/reason-dialog.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';
import type { ActionBarState } from './use-action-bar.ts';

interface Props {
  document: StoredDocument;
  bar: ActionBarState;
}

/** The step to which the document is sent back, the reason, and what will happen (BACK-06). */
export function SendBackDialog({ document, bar }: Props) {
  const steps = earlierSteps(document.subject.instance);
  const [chosenId, setChosenId] = useState(steps.at(-1)?.id ?? null);
  const step = steps.find(({ id }) => id === chosenId) ?? null;
  const { noun } = kinds[document.docType];
  return (
    <ReasonDialog
      title={`Send Back ${document.name}`}
      isOpen
      isBusy={bar.busy === 'send-back'}
      confirm="Send Back"
      refusal={bar.disabledReason('send-back')}
      onCancel={bar.close}
      onConfirm={(reason) => step && bar.sendBack(step.id, reason)}
    >
      <div className="grid gap-3 text-ink">
        <Select
          label="Step"
          value={chosenId}
          onChange={setChosenId}
          options={steps.map(({ id, name, approvers }) => ({
            id,
            text: name,
            detail: approvers.map((approver) => approver.name).join(', '),
          }))}
        />
        {step ? (
          <p>
            {`Approvals of ${step.name} and later steps no longer count; once ${step.name} has approved again, the ${noun} returns to your step, unless it has changed.`}
          </p>
        ) : null}
      </div>
    </ReasonDialog>
  );
}
