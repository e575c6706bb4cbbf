import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Time } from '../../parts/date-format.tsx';
import type { AnyLine } from './draft.ts';
import { LineCodeField } from './line-code-fields.tsx';
import { withCode } from './line-edits.ts';
import type { LineKit } from './line-kit.ts';

/** The codes of all lines at once: most documents are coded alike throughout. Locked lines keep theirs. */
export function CodingSection<Line extends AnyLine>(props: {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  kit: LineKit<Line>;
}) {
  const { lines, kit } = props;
  const { context } = kit;
  const [model, setModel] = useState(() => kit.empty('model'));
  const fields = context.coding.fields ?? [];
  if (fields.length === 0 || lines.length === 0) return null;
  const chosen = Object.entries(model.coding).filter(([, code]) => code !== '');
  const apply = () => {
    props.onChange(
      lines.map((line, row) =>
        row < context.lockedLineCount
          ? line
          : chosen.reduce<Line>((coded, [type, code]) => withCode(coded, type, code, fields), line),
      ),
    );
    setModel(kit.empty('model'));
  };
  return (
    <Card title="Coding">
      <p className="pb-3 text-sm text-ink-muted">
        Codes are chosen line by line above. What is chosen here is put on every line.{' '}
        {context.codesAsOf === null ? null : (
          <span className="figures whitespace-nowrap">
            Codes as of <Time at={context.codesAsOf} />.
          </span>
        )}
      </p>
      <div className="grid grid-cols-3 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        {fields.map((field) => (
          <LineCodeField
            key={field.config_type}
            name={`coding.${field.config_type}`}
            label={field.header}
            line={model}
            context={context}
            error={null}
            onChange={setModel}
          />
        ))}
      </div>
      <div className="flex justify-end pt-3">
        <Button onPress={apply} isDisabled={chosen.length === 0}>
          Apply to All Lines
        </Button>
      </div>
    </Card>
  );
}
