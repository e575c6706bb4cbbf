import type { LineField } from '#domain/documents/line-fields';
import { TextField } from '../../../parts/fields/text-field.tsx';
import type { AnyLine } from '../model/draft.ts';
import type { LineFieldProps } from './line-editor.ts';

export function LineTextField<Line extends AnyLine>(
  props: LineFieldProps<Line> & { field: Pick<LineField, 'maxLength'> },
) {
  const { name, label, hideLabel = false, line, error, field, onChange } = props;
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      error={error}
      value={String(Reflect.get(line, name) ?? '')}
      maxLength={field.maxLength}
      onChange={(text) => onChange((now) => ({ ...now, [name]: text }))}
    />
  );
}
