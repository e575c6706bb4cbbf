import { labelledTexts } from '#domain/documents/line-fields';
import type { LineFields } from '#domain/documents/line-fields';
import type { TextsOf } from '#domain/documents/text-fields';

/** The texts of a line that have no column. */
export function LineTexts<Fields extends LineFields>(props: { fields: Fields; line: TextsOf<Fields> }) {
  return labelledTexts(props.fields, props.line).map(({ name, label, value }) => (
    <span key={name} className="block text-xs text-ink-muted">{`${label}: ${value}`}</span>
  ));
}
