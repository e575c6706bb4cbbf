import { ChipList } from './chip.tsx';
import { ComboBox } from './combo-box.tsx';
import type { ComboBoxProps } from './combo-box.tsx';
import type { Option } from './select.tsx';

/** Several of a list: found one by one, shown as chips that can be taken away again. */
export function MultiPick(
  props: Omit<ComboBoxProps, 'value' | 'onChange'> & {
    picked: readonly Option[];
    onPick: (option: Option) => void;
    onRemove: (id: string) => void;
  },
) {
  const { picked, onPick, onRemove, options, search, ...box } = props;
  const unpicked = (found: readonly Option[]) =>
    found.filter(({ id }) => !picked.some((one) => one.id === id));
  return (
    <div className="grid gap-1.5">
      <ComboBox
        // A new box for each pick: it begins empty again.
        key={picked.length}
        {...box}
        {...(options && { options: unpicked(options) })}
        {...(search && { search: async (text, signal) => unpicked(await search(text, signal)) })}
        value={null}
        onChange={(option) => option && onPick(option)}
      />
      {picked.length > 0 ? (
        <ChipList label={`${props.label}, chosen`} items={picked} onRemove={onRemove} />
      ) : null}
    </div>
  );
}
