import { useState } from 'react';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';
import { Button } from '../../../../parts/controls/button.tsx';
import { memberOption } from '../../../../parts/fields/select.tsx';
import { useMayReplace } from './may-replace.ts';
import { ReplacementDialog } from './replacement-overlay.tsx';

/** The users whom the steps of a flow name, as approvers or backup approvers. */
function namedUsers({ steps }: Pick<WorkflowTemplate, 'steps'>) {
  const people = steps.flatMap(({ approvers, backup }) => [...approvers, ...(backup ? [backup] : [])]);
  const options = people.map((one) => [one.userId, memberOption({ ...one, id: one.userId })] as const);
  return [...new Map(options).values()].toSorted((a, b) => a.text.localeCompare(b.text));
}

/** `Replace Approver` of one approval flow (REPL-08). `onChanged` is called after the dialog. */
export function ReplaceInFlow(props: { flow: WorkflowTemplate; isDirty: boolean; onChanged: () => void }) {
  const { flow, isDirty } = props;
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const mayReplace = useMayReplace(flow.templateType);
  const formers = namedUsers(flow);
  if (!mayReplace || formers.length === 0) return null;
  return (
    <>
      <Button reason={isDirty ? 'Save or cancel your changes first.' : null} onPress={() => setOpen(true)}>
        Replace Approver
      </Button>
      {isOpen ? (
        <ReplacementDialog
          formers={formers}
          flow={{ id: flow.id, name: flow.name }}
          onStarted={() => setChanged(true)}
          onClose={() => {
            setOpen(false);
            if (isChanged) props.onChanged();
          }}
        />
      ) : null}
    </>
  );
}
