import { ChipList } from '../display/chip-list.tsx';
import { ComboBox } from './combo-box.tsx';
import type { ComboBoxProps } from './combo-box.tsx';
import { FieldLabel } from './field.tsx';
import type { Option } from './select.tsx';

/** A multi-select combo box: chosen options are shown as removable chips. Read-only, it shows only the chips. */
export function MultiSelect(
  props: Omit<ComboBoxProps, 'value' | 'onChange'> & {
    picked: readonly Option[];
    onPick: (option: Option) => void;
    onRemove: (id: string) => void;
    /** Placeholder of a read-only field without a value. */
    noneText?: string;
  },
) {
  const { picked, onPick, onRemove, options, search, noneText = 'None', ...box } = props;
  const isReadOnly = props.isReadOnly ?? false;
  const unpicked = (found: readonly Option[]) =>
    found.filter(({ id }) => !picked.some((one) => one.id === id));
  const chips = `${props.label}, chosen`;
  if (isReadOnly && picked.length > 0) {
    return (
      <div className="grid gap-1.5">
        <FieldLabel {...props} />
        <ChipList label={chips} items={picked} onRemove={null} />
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <ComboBox
        {...box}
        {...(isReadOnly && { placeholder: noneText })}
        {...(options && { options: unpicked(options) })}
        {...(search && { search: async (text, signal) => unpicked(await search(text, signal)) })}
        forgetsTyped
        value={null}
        onChange={(option) => option && onPick(option)}
      />
      {picked.length > 0 ? <ChipList label={chips} items={picked} onRemove={onRemove} /> : null}
    </div>
  );
}
