import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { ExportOptions } from './export-options.ts';
import type { ExportPhase } from './use-export.ts';
import type { OlderVersion } from './approved-versions.ts';

export interface Chosen {
  options: ExportOptions;
  /** The index of an approved version. Null for the current document (DEC-69). */
  version: number | null;
}

interface StepProps {
  choices: readonly { name: keyof ExportOptions; label: string }[];
  versions: readonly OlderVersion[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  phase: ExportPhase | null;
  error: string | null;
}

const present = 'present';

const phaseTexts: Record<ExportPhase, string> = {
  initiating: 'Starting',
  processing: 'Generating the PDF',
  fetching: 'Downloading the PDF',
};

/** The progress or the error (PD-07). */
function Outcome({ phase, error }: Pick<StepProps, 'phase' | 'error'>) {
  return (
    <div className="min-h-10">
      <div aria-live="polite">
        {phase ? (
          <>
            <ProgressBar label={phaseTexts[phase]} percent={null} />
            <p className="pt-1.5 text-xs text-ink-muted">
              You can close this window; the download starts when the file is ready.
            </p>
          </>
        ) : null}
      </div>
      {error && !phase ? (
        <p role="alert" className="text-sm text-negative">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** The options: the content of the PDF and the version of the purchase order (PD-04 to PD-07). */
export function OptionsStep(props: StepProps) {
  const { chosen, onChange, versions } = props;
  const isBusy = props.phase !== null;
  return (
    <div className="grid gap-4">
      {versions.length > 0 ? (
        <Select
          label="Version"
          options={[{ id: present, text: 'Current version' }, ...versions]}
          value={chosen.version === null ? present : String(chosen.version)}
          onChange={(id) =>
            onChange({ ...chosen, version: id === null || id === present ? null : Number(id) })
          }
          isDisabled={isBusy}
        />
      ) : null}
      <fieldset className="grid gap-2.5 touch:gap-0">
        <legend className="pb-2 text-sm font-medium">Include</legend>
        {props.choices.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            isSelected={chosen.options[name] !== false}
            onChange={(on) => onChange({ ...chosen, options: { ...chosen.options, [name]: on } })}
            isDisabled={isBusy}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-muted">Only JPG, PNG and PDF attachments are exported.</p>
      <Outcome phase={props.phase} error={props.error} />
    </div>
  );
}
