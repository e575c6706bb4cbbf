import { useState } from 'react';
import { Card } from '../../../parts/card.tsx';
import { Switch } from '../../../parts/checkbox.tsx';
import { FlowsCard } from './flows-card.tsx';
import { NumbersCard } from './numbers-card.tsx';
import { useDetails, useFeatures, useIsReadOnly, useSettingsChange } from './show-details.ts';
import { FeaturesFailed } from './features-failed.tsx';
import { switchGroups } from './switches.ts';

const missingFeature = 'This show was created without this feature.';
const readOnly = 'You may read these settings, not change them.';

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
    if (isReadOnly) return readOnly;
    return feature && features.data && !features.data.includes(feature) ? missingFeature : null;
  };
  return (
    <div className="gap-4 *:mb-4 *:break-inside-avoid sm:columns-2">
      <FeaturesFailed hasFailed={features.error !== undefined} />
      {switchGroups.map(({ title, switches }) => (
        <Card key={title} title={title}>
          <div className="grid gap-3">
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
          </div>
        </Card>
      ))}
      <NumbersCard isReadOnly={isReadOnly} />
      <FlowsCard isReadOnly={isReadOnly} />
    </div>
  );
}
