import { LoadFailure } from '../../../parts/page/card.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { useWorkflows } from '../workflow-templates/use-workflow-templates.ts';
import { Section } from '../managed-form/section.tsx';
import { useChanges, useDetails } from './show-details.ts';

const types = [
  { type: 'PURCHASE_ORDER', key: 'defaultPurchaseOrderWorkflowId', label: 'Purchase orders' },
  { type: 'INVOICE', key: 'defaultInvoiceWorkflowId', label: 'Invoices' },
  { type: 'PAYMENT', key: 'defaultPaymentWorkflowId', label: 'Payments' },
] as const;

const none: Option = { id: 'none', text: 'None' };

/** The default approval flow of each type of document (API-51, DEC-24). */
export function DefaultWorkflows(props: { isReadOnly: boolean }) {
  const details = useDetails();
  const { data, error, isValidating, mutate } = useWorkflows();
  const { saveDefaultWorkflows } = useChanges();
  const flash = useToast();
  const choose = async (key: (typeof types)[number]['key'], id: string | null) => {
    try {
      await saveDefaultWorkflows({ [key]: id === none.id ? null : id });
      flash('success', 'Show settings updated successfully.');
    } catch {
      flash('error', 'Error occurred while updating show settings.');
    }
  };
  const optionsFor = (type: (typeof types)[number]['type']): Option[] => [
    none,
    ...(data ?? []).filter((one) => one.templateType === type).map(({ id, name }) => ({ id, text: name })),
  ];
  return (
    <Section
      title="Default approval flows"
      text="Used for every document unless another approval flow is selected."
    >
      {error === undefined ? (
        <div className="grid gap-4">
          {types.map(({ type, key, label }) => (
            <Select
              key={key}
              label={label}
              options={optionsFor(type)}
              value={data ? (details[key] ?? none.id) : null}
              placeholder="Loading..."
              isDisabled={props.isReadOnly || data === undefined}
              onChange={(id) => {
                if (id !== (details[key] ?? none.id)) void choose(key, id);
              }}
            />
          ))}
        </div>
      ) : (
        <LoadFailure
          text="Unable to retrieve workflows"
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      )}
    </Section>
  );
}
