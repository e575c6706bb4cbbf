import { useState, useEffect } from 'react';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { Rows, Section } from '../managed-form/section.tsx';
import { DefaultWorkflows } from './default-workflows.tsx';
import { Numbers } from './numbers.tsx';
import { readOnlyText, useDetails, useFeatures, useIsReadOnly, useSettingsChange } from './show-details.ts';
import { BudgetOnDecision } from './budget-on-decision.tsx';
import { ChangeOrders } from './change-orders.tsx';
import { ApproveByMail } from './approve-by-mail.tsx';
import { CoverLength } from './cover-length.tsx';
import { ConfirmApproval } from './confirm-approval.tsx';
import { SelfApproval } from './self-approval.tsx';
import { ReliefLimit } from './relief-limit.tsx';
import { WorkCalendar } from './work-calendar.tsx';
import { switchGroups } from './switches.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';

/** Reports once that the features of the show failed to load (MG-14). */
function FeaturesFailed(props: { hasFailed: boolean }) {
  const flash = useToast();
  useEffect(() => {
    if (props.hasFailed) flash('error', 'Error occurred while retrieving show feature settings.');
  }, [props.hasFailed, flash]);
  return null;
}

/** The other settings of approval follow the switches of the same subject. */
const approvalAt = switchGroups.findIndex(({ title }) => title === 'Approval') + 1;
const beforeApproval = switchGroups.slice(0, approvalAt);
const afterApproval = switchGroups.slice(approvalAt);

const missingFeature = 'This show was created without this feature.';

/**
 * The switches of the show, each saved when pressed, the number settings and the default approval flows (DEC-64,
 * DEC-83, DEC-97).
 */
export function General() {
  const { settings } = useDetails();
  const features = useFeatures();
  const change = useSettingsChange();
  const isReadOnly = useIsReadOnly();
  // Shows a pressed switch at once, and resets it if saving fails.
  const [pressed, setPressed] = useState<Partial<Record<string, boolean>>>({});
  const press = async (name: string, on: boolean) => {
    setPressed((now) => ({ ...now, [name]: on }));
    await change({ [name]: on });
    setPressed(({ [name]: _done, ...others }) => others);
  };
  const disabledReason = (feature: 'APIA' | 'APPA' | undefined) => {
    if (isReadOnly) return readOnlyText;
    return feature && features.data && !features.data.includes(feature) ? missingFeature : null;
  };
  const group = ({ title, switches }: (typeof switchGroups)[number]) => (
    <Section key={title} title={title}>
      <Rows>
        {switches.map(({ name, label, hint, feature }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            isSelected={pressed[name] ?? settings[name]}
            reason={disabledReason(feature)}
            onChange={(on) => void press(name, on)}
          />
        ))}
      </Rows>
    </Section>
  );
  return (
    <>
      <FeaturesFailed hasFailed={features.error !== undefined} />
      {beforeApproval.map(group)}
      <SelfApproval isReadOnly={isReadOnly} />
      <ConfirmApproval isReadOnly={isReadOnly} />
      <BudgetOnDecision isReadOnly={isReadOnly} />
      <ApproveByMail isReadOnly={isReadOnly} />
      <CoverLength isReadOnly={isReadOnly} />
      <WorkCalendar isReadOnly={isReadOnly} />
      {afterApproval.map(group)}
      <ChangeOrders isReadOnly={isReadOnly} />
      <ReliefLimit isReadOnly={isReadOnly} />
      <Numbers isReadOnly={isReadOnly} />
      <DefaultWorkflows isReadOnly={isReadOnly} />
    </>
  );
}
