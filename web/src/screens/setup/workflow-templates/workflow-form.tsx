import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { templateBounds } from '#domain/workflow/workflow-template';
import { Checkbox, Switch } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Field, Rows, Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import type { ManagedFormState } from '../managed-form/use-managed-form.ts';
import { ReplaceInFlow } from '../users/replacement/replace-in-flow.tsx';
import { BankAccountsField } from './bank-accounts-field.tsx';
import { ChangeRuleSection } from './change-rule-section.tsx';
import { saveWorkflow } from './calls.ts';
import { bodyOf, formErrors, draftOf, serverErrors } from './workflow-draft.ts';
import type { WorkflowDraft } from './workflow-draft.ts';
import { WorkflowPreview } from './workflow-preview.tsx';
import { listHref } from './workflow-tabs.ts';
import type { WorkflowTab } from './workflow-tabs.ts';
import { StepList } from './step-list.tsx';
import { useApprovers, useWorkflows, useStoreWorkflow } from './use-workflow-templates.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

/** (MG-26) */
const saveFailed = 'Workflow could not be created or updated';

interface Props {
  tab: WorkflowTab;
  /** Null for a new flow. */
  stored: WorkflowTemplate | null;
  isReadOnly: boolean;
  /** Restarts the form with the stored flow. */
  onReload: () => void;
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

/** What happens to the documents that are in approval on the flow (DEC-65). */
function resetHint(count: number, resets: boolean): string {
  if (count === 0) return 'No document is in approval on this flow.';
  if (!resets) {
    return `${documents(count)} in approval ${count === 1 ? 'finishes' : 'finish'} on the steps that ${count === 1 ? 'it was' : 'they were'} submitted with.`;
  }
  return `${documents(count)} in approval will start over at step 1 of these steps. Approvals given so far no longer count, and the approvers of step 1 are notified.`;
}

/** Why the default cannot be switched off. */
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

/** The form of an approval flow: name, default, bank accounts, steps, and the documents in approval (MG-25, DEC-92). */
export function WorkflowForm(props: Props) {
  const { tab, stored, isReadOnly } = props;
  const { show } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  const storeWorkflow = useStoreWorkflow();
  const approvers = useApprovers(tab.type);
  const form = useForm<WorkflowDraft>({ defaultValues: draftOf(stored) });
  const { data: workflows } = useWorkflows();
  // The server then makes it the default, too.
  const isOnlyChoice =
    workflows?.every((workflow) => workflow.templateType !== tab.type || !workflow.isDefault) ?? false;
  const eligibleIds = approvers.data?.map(({ id }) => id) ?? null;

  const state: ManagedFormState = useManagedForm(form, {
    check: (draft) => formErrors(draft, stored, eligibleIds),
    save: async (draft) => {
      const body = bodyOf(draft, { showId: show.id, type: tab.type, stored });
      storeWorkflow(await saveWorkflow(tab.type, stored?.id ?? null, body));
    },
    onSaved: () => {
      flash('success', `Approval flow ${form.getValues('name').trim()} saved.`);
      return listHref(tab);
    },
    onFailed: (error) => {
      const errors = serverErrors(error, props.onReload);
      if (errors.length === 0) {
        flash('failure', saveFailed);
        // (ER-08)
        state.withLeave(() => void navigate('/error'));
      }
      return errors;
    },
  });
  const draft = useWatch({ control: form.control }) as WorkflowDraft;
  const set = <Name extends keyof WorkflowDraft>(name: Name, value: WorkflowDraft[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true });

  return (
    <ManagedForm
      title={stored ? stored.name : 'New Approval Flow'}
      detail={isReadOnly ? `${tab.text} · You do not have permission to change approval flows.` : tab.text}
      isReadOnly={isReadOnly}
      state={state}
      onCancel={() => void navigate(listHref(tab))}
      actions={
        stored ? <ReplaceInFlow flow={stored} isDirty={state.isDirty} onChanged={props.onReload} /> : null
      }
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
                workflowId={stored?.id ?? null}
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
              {tab.type === 'PAYMENT' ? null : (
                <Switch
                  label="Require a reason over budget"
                  hint="A document that takes an account over its budget can be submitted only with a reason."
                  isSelected={draft.requiresBudgetReason}
                  isDisabled={isReadOnly}
                  onChange={(on) => set('requiresBudgetReason', on)}
                />
              )}
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
      {tab.type === 'PURCHASE_ORDER' ? (
        <ChangeRuleSection
          change={draft.change}
          isReadOnly={isReadOnly}
          error={state.errorAt('changeOrderPercent')}
          onChange={(change) => set('change', change)}
        />
      ) : null}
      <StepList
        type={tab.type}
        steps={draft.steps}
        people={approvers.data ?? []}
        isListFailed={Boolean(approvers.error)}
        isListComing={!approvers.data && !approvers.error}
        isReadOnly={isReadOnly}
        errorAt={state.errorAt}
        onChange={(steps) => set('steps', steps)}
        preview={<WorkflowPreview draft={draft} />}
      />
    </ManagedForm>
  );
}
