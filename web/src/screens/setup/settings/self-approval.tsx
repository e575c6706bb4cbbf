import { useState } from 'react';
import { fromCents, toCents } from '#domain/values/money';
import { selfApprovalPolicies, selfApprovalPolicy } from '#domain/settings';
import type { SelfApprovalPolicy } from '#domain/settings';
import { Select } from '../../../parts/fields/select.tsx';
import { Section } from '../managed-form/section.tsx';
import { AmountSetting } from './amount-setting.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

const choices = {
  FORBID: { text: 'Never', detail: 'Someone else always approves.' },
  FORBID_ABOVE: { text: 'Only up to an amount', detail: 'Above it, someone else approves.' },
  ALLOW: { text: 'Always', detail: 'Where the approval flow lists them.' },
} as const satisfies Record<SelfApprovalPolicy, { text: string; detail: string }>;

const options = selfApprovalPolicies.map((id) => ({ id, ...choices[id] }));

/** Whether users may approve documents that they created or submitted (DEC-97). */
export function SelfApproval(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const change = useSettingsChange();
  const stored = selfApprovalPolicy(settings);
  const [chosen, setChosen] = useState<SelfApprovalPolicy | null>(null);
  const [cents, setCents] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const policy = chosen ?? stored;
  const storedCents = settings.selfApprovalLimit === null ? null : toCents(settings.selfApprovalLimit);
  const limit = cents ?? storedCents;
  const isChanged = limit !== null && limit >= 0 && (stored !== 'FORBID_ABOVE' || limit !== storedCents);
  const store = async (changes: Parameters<typeof change>[0]) => {
    setBusy(true);
    if (await change(changes)) {
      setChosen(null);
      setCents(null);
    }
    setBusy(false);
  };
  const choose = (next: SelfApprovalPolicy) => {
    setChosen(next);
    if (next === 'FORBID_ABOVE' || next === stored) return;
    // Shows the choice at once, and resets it if saving fails.
    void store({ preventSelfApproval: next === 'FORBID', selfApprovalLimit: null }).then(() =>
      setChosen(null),
    );
  };
  return (
    <Section
      title="Self-approval"
      text="Applies to the owner of a document and to anyone who saved or submitted its current revision."
    >
      <div id="self-approval" className="grid gap-4">
        <Select
          label="Users may approve their own documents"
          options={options}
          value={policy}
          isDisabled={props.isReadOnly || isBusy}
          onChange={(id) => {
            const next = selfApprovalPolicies.find((one) => one === id);
            if (next && next !== policy) choose(next);
          }}
        />
        {policy === 'FORBID_ABOVE' ? (
          <AmountSetting
            label="Up to"
            cents={limit}
            onChange={setCents}
            isChanged={isChanged}
            isReadOnly={props.isReadOnly}
            isBusy={isBusy}
            onSave={() => void store({ preventSelfApproval: true, selfApprovalLimit: fromCents(limit ?? 0) })}
          />
        ) : null}
      </div>
    </Section>
  );
}
