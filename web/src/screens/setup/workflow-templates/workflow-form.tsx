import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { templateBounds } from '#domain/workflow/workflow-template';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template';
import { Checkbox, Switch } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Field, Rows, Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import type { ManagedFormState } from '../managed-form/use-managed-form.ts';
import { BankAccountsField } from './bank-accounts-field.tsx';
import { saveFlow } from './calls.ts';
import { bodyOf, complaintsOf, draftOf, refusedBy } from './workflow-draft.ts';
import type { FlowDraft } from './workflow-draft.ts';
import { FlowPreview } from './workflow-preview.tsx';
import { listHref } from './workflow-tabs.ts';
import type { FlowTab } from './workflow-tabs.ts';
import { StepList } from './step-list.tsx';
import { useApprovers, useFlows, useKeepFlow } from './use-workflow-templates.ts';

/** MG-26 */
const saveFailed = 'Workflow could not be created or updated';

interface Props {
  tab: FlowTab;
  /** Null: a new flow. */
  stored: WorkflowTemplate | null;
  isReadOnly: boolean;
  /** Begins anew with what is stored now. */
  onReload: () => void;
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

/** What becomes of the documents that are in approval on the flow (DEC-65). */
function resetHint(count: number, resets: boolean): string {
  if (count === 0) return 'No document is in approval on this flow.';
  if (!resets) {
    return `${documents(count)} in approval ${count === 1 ? 'finishes' : 'finish'} on the steps that ${count === 1 ? 'it was' : 'they were'} submitted with.`;
  }
  return `${documents(count)} in approval will start over at step 1 of these steps. Approvals given so far no longer count, and the approvers of step 1 are notified.`;
}

/** Why a flow stays the default. */
function whyDefault(isDefault: boolean, isOnlyChoice: boolean): string | null {
  if (isDefault) return 'Make another flow the default instead.';
  return isOnlyChoice ? 'There is no other default yet, so it becomes the default.' : null;
}

function ResetField(props: {
  count: number;
  isOn: boolean;
  isReadOnly: boolean;
  onChange: (on: boolean) => void;
}) {
  const { count, isOn } = props;
  return (
    <Field name="resetItemsInProgress">
      <Checkbox
        label="Reset items in progress"
        hint={resetHint(count, isOn)}
        isSelected={isOn}
        isDisabled={props.isReadOnly || count === 0}
        onChange={props.onChange}
      />
    </Field>
  );
}

/** One approval flow: name, default, bank accounts, steps, and what becomes of what is under way (MG-25, DEC-92). */
export function FlowForm(props: Props) {
  const { tab, stored, isReadOnly } = props;
  const { show } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  const keepFlow = useKeepFlow();
  const approvers = useApprovers(tab.type);
  const form = useForm<FlowDraft>({ defaultValues: draftOf(stored) });
  const { data: flows } = useFlows();
  // The server makes it the default, too.
  const isOnlyChoice = flows?.every((flow) => flow.templateType !== tab.type || !flow.isDefault) ?? false;
  const ableIds = approvers.data?.map(({ id }) => id) ?? null;

  const state: ManagedFormState = useManagedForm(form, {
    check: (draft) => complaintsOf(draft, stored, ableIds),
    save: async (draft) => {
      const body = bodyOf(draft, { showId: show.id, type: tab.type, stored });
      keepFlow(await saveFlow(tab.type, stored?.id ?? null, body));
    },
    onSaved: () => {
      flash('success', `Approval flow ${form.getValues('name').trim()} saved.`);
      return listHref(tab);
    },
    onFailed: (error) => {
      const complaints = refusedBy(error, props.onReload);
      if (complaints.length === 0) {
        flash('failure', saveFailed);
        // ER-08
        state.withLeave(() => void navigate('/error'));
      }
      return complaints;
    },
  });
  const draft = useWatch({ control: form.control }) as FlowDraft;
  const set = <Name extends keyof FlowDraft>(name: Name, value: FlowDraft[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true });

  return (
    <ManagedForm
      title={stored ? stored.name : 'New Approval Flow'}
      detail={isReadOnly ? `${tab.text} · You do not have permission to change approval flows.` : tab.text}
      isReadOnly={isReadOnly}
      state={state}
      onCancel={() => void navigate(listHref(tab))}
    >
      <Section title="Approval flow">
        <div className="grid gap-4">
          <Field name="name">
            <TextField
              label="Name"
              isRequired
              maxLength={templateBounds.name}
              startsFocused={stored === null}
              value={draft.name}
              onChange={(name) => set('name', name)}
              error={state.errorAt('name')}
              isReadOnly={isReadOnly}
            />
          </Field>
          {tab.type === 'PAYMENT' ? (
            <Field name="paymentBankAccounts">
              <BankAccountsField
                flowId={stored?.id ?? null}
                picked={draft.bankAccounts}
                isReadOnly={isReadOnly}
                error={state.errorAt('paymentBankAccounts')}
                onChange={(accounts) => set('bankAccounts', accounts)}
              />
            </Field>
          ) : null}
          <div className="border-t border-line pt-2">
            <Rows>
              <Switch
                label={`Default for ${tab.text.toLowerCase()}`}
                hint={
                  tab.type === 'PAYMENT'
                    ? 'Payments whose bank account is not assigned to a flow use the default.'
                    : 'Documents use the default flow for their type.'
                }
                isSelected={draft.makeDefault || isOnlyChoice}
                isDisabled={isReadOnly}
                reason={isReadOnly ? null : whyDefault(stored?.isDefault ?? false, isOnlyChoice)}
                onChange={(on) => set('makeDefault', on)}
              />
              {stored ? (
                <ResetField
                  count={stored.itemsInProgress}
                  isOn={draft.resetItems}
                  isReadOnly={isReadOnly}
                  onChange={(on) => set('resetItems', on)}
                />
              ) : null}
            </Rows>
          </div>
        </div>
      </Section>
      <StepList
        type={tab.type}
        steps={draft.steps}
        people={approvers.data ?? []}
        isListFailed={Boolean(approvers.error)}
        isListComing={!approvers.data && !approvers.error}
        isReadOnly={isReadOnly}
        errorAt={state.errorAt}
        onChange={(steps) => set('steps', steps)}
        preview={<FlowPreview draft={draft} />}
      />
    </ManagedForm>
  );
}
