import { Select } from './select.tsx';
import type { Option } from './select.tsx';

/** UX-01 */
const WIDTH_PX = 150;

/** The status filter of a list, 150 px wide unless `width` (px) is given (UX-01). */
export function StatusSelect(props: {
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  width?: number;
}) {
  return (
    <div className="shrink-0" style={{ width: props.width ?? WIDTH_PX }}>
      <Select
        label="Status"
        hideLabel
        compact
        options={props.options}
        value={props.value}
        onChange={(id) => id !== null && props.onChange(id)}
      />
    </div>
  );
}
