import { memo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import type { AnyLine, SharedForm } from '../model/draft.ts';
import { LineCodeField } from './line-code-fields.tsx';
import type { LineEditor } from './line-editor.ts';

function CodingSectionView<Line extends AnyLine>(props: {
  form: SharedForm;
  /** Sets these codes on every editable line. */
  onCode: (codes: readonly (readonly [type: string, code: string])[]) => void;
  editor: LineEditor<Line>;
}) {
  const { form, onCode, editor } = props;
  const { context } = editor;
  const hasLines = useWatch({
    control: form.control,
    name: 'lineItems',
    compute: (lines: readonly AnyLine[]) => lines.length > 0,
  });
  const [model, setModel] = useState(() => editor.empty('model'));
  const fields = context.coding.fields ?? [];
  if (fields.length === 0 || !hasLines) return null;
  const chosen = Object.entries(model.coding).filter(([, code]) => code !== '');
  const apply = () => {
    onCode(chosen);
    setModel(editor.empty('model'));
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-x-3 gap-y-3 max-sm:grid-cols-2">
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
        <Button onPress={apply} isDisabled={chosen.length === 0}>
          Apply to All Lines
        </Button>
      </div>
    </Card>
  );
}

/**
 * Sets the codes of all lines at once, since most documents use the same codes throughout. Locked lines keep theirs.
 */
export const CodingSection = memo(CodingSectionView) as typeof CodingSectionView;
