import { useState } from 'react';
import { emptyLine } from '#domain/line';
import type { LineDraft } from '#domain/line';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Time } from '../../parts/date-format.tsx';
import type { LineContext } from './line-context.ts';
import { withCode } from './line-edits.ts';
import { LineField } from './line-field.tsx';

/** The codes of all lines at once: most documents are coded alike throughout. Locked lines keep theirs. */
export function CodingSection(props: {
  lines: readonly LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  context: LineContext;
}) {
  const { lines, context } = props;
  const [model, setModel] = useState(() => emptyLine('model'));
  const fields = context.coding.fields ?? [];
  if (fields.length === 0 || lines.length === 0) return null;
  const chosen = Object.entries(model.coding).filter(([, code]) => code !== '');
  const apply = () => {
    props.onChange(
      lines.map((line, row) =>
        row < context.lockedLineCount
          ? line
          : chosen.reduce((coded, [type, code]) => withCode(coded, type, code, fields), line),
      ),
    );
    setModel(emptyLine('model'));
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
          <LineField
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
