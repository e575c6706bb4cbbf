import type { LineField } from '#domain/documents/line-fields';
import { TextField } from '../../../parts/fields/text-field.tsx';
import type { AnyLine } from '../model/draft.ts';
import type { LineFieldProps } from './line-editor.ts';

function textIn(line: AnyLine, name: string): string {
  return String(Reflect.get(line, name) ?? '');
}

/** Such a cell while it is not edited. */
export function LineTextCell({ line, name }: { line: AnyLine; name: string }) {
  const text = textIn(line, name);
  return <span title={text}>{text}</span>;
}

export function LineTextField<Line extends AnyLine>(
  props: LineFieldProps<Line> & { field: Pick<LineField, 'maxLength'> },
) {
  const { name, label, hideLabel = false, line, error, field, onChange } = props;
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      error={error}
      value={textIn(line, name)}
      maxLength={field.maxLength}
      onChange={(text) => onChange((now) => ({ ...now, [name]: text }))}
    />
  );
}
