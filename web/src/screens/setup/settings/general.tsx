import { useState } from 'react';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { Rows, Section } from '../managed-form/section.tsx';
import { DefaultFlows } from './default-flows.tsx';
import { Numbers } from './numbers.tsx';
import { readOnlyText, useDetails, useFeatures, useIsReadOnly, useSettingsChange } from './show-details.ts';
import { FeaturesFailed } from './features-failed.tsx';
import { SelfApproval } from './self-approval.tsx';
import { ReliefLimit } from './relief-limit.tsx';
import { switchGroups } from './switches.ts';

const missingFeature = 'This show was created without this feature.';

/** DEC-64, DEC-83, DEC-97: the switches of the show, each stored by itself when it is pressed; numbers; default flows. */
export function General() {
  const { settings } = useDetails();
  const features = useFeatures();
  const change = useSettingsChange();
  const isReadOnly = useIsReadOnly();
  // What was pressed is shown at once, and goes back when it could not be stored.
  const [pressed, setPressed] = useState<Partial<Record<string, boolean>>>({});
  const press = async (name: string, on: boolean) => {
    setPressed((now) => ({ ...now, [name]: on }));
    await change({ [name]: on });
    setPressed(({ [name]: _done, ...rest }) => rest);
  };
  const reasonFor = (feature: 'APIA' | 'APPA' | undefined) => {
    if (isReadOnly) return readOnlyText;
    return feature && features.data && !features.data.includes(feature) ? missingFeature : null;
  };
  return (
    <>
      <FeaturesFailed hasFailed={features.error !== undefined} />
      {switchGroups.map(({ title, switches }) => (
        <Section key={title} title={title}>
          <Rows>
            {switches.map(({ name, label, hint, feature }) => (
              <Switch
                key={name}
                label={label}
                hint={hint}
                isSelected={pressed[name] ?? settings[name]}
                reason={reasonFor(feature)}
                onChange={(on) => void press(name, on)}
              />
            ))}
          </Rows>
        </Section>
      ))}
      <SelfApproval isReadOnly={isReadOnly} />
      <ReliefLimit isReadOnly={isReadOnly} />
      <Numbers isReadOnly={isReadOnly} />
      <DefaultFlows isReadOnly={isReadOnly} />
    </>
  );
}
