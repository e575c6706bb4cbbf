import { Controller } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { Field, Section } from '../managed-form/section.tsx';
import { useRegions } from './look-ups.ts';
import type { ShowDraft } from './show-draft.ts';

/** The choice of where the show's data is stored, if the deployment has several regions (DEC-150). */
export function RegionSection(props: { showId: string | null; control: Control<ShowDraft> }) {
  const { data: options = [], error, isValidating, mutate } = useRegions(props.showId);
  if (error !== undefined)
    return (
      <LoadFailure
        text="The regions could not be loaded."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  const [main] = options;
  if (!main) return null;
  return (
    <Section
      title="Region"
      text="Where the data of the show is stored. Choose the one nearest to its users. Can only be chosen now."
    >
      <Field name="region">
        <Controller
          control={props.control}
          name="region"
          render={({ field }) => (
            <Select
              label="Region"
              options={options}
              value={field.value ?? main.id}
              onChange={field.onChange}
            />
          )}
        />
      </Field>
    </Section>
  );
}
