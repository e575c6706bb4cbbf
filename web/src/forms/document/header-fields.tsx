import { useWatch } from 'react-hook-form';
import { descriptionLimit } from '#domain/documents/document-draft';
import { Select } from '../../parts/fields/select.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { useSession } from '../../session/session.tsx';
import type { SectionProps } from './model/draft.ts';
import { useShowLists } from './model/use-reference-data.ts';

const changed = { shouldDirty: true } as const;

/** Active categories by name, and the document's own even if it is inactive (PO-40). */
export function CategoryField(props: SectionProps & { label: string }) {
  const { form } = props;
  const { data: lists } = useShowLists();
  const category = useWatch({ control: form.control, name: 'category' }) ?? null;
  const offered = (lists?.categories ?? [])
    .filter(({ id, isActive }) => isActive || id === category?.id)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const options = [{ id: '', text: 'None' }, ...offered.map(({ id, name }) => ({ id, text: name }))];
  return (
    <Select
      label={props.label}
      options={options}
      value={category?.id ?? ''}
      onChange={(id) => {
        const chosen = offered.find((one) => one.id === id);
        form.setValue('category', chosen ? { id: chosen.id, name: chosen.name } : null, changed);
      }}
    />
  );
}

/** Text beyond the limit of the accounting system is cut while typing (PO-24, PO-39, IN-08, IN-30). */
export function DescriptionField(props: SectionProps) {
  const { form } = props;
  const { config } = useSession();
  const description = useWatch({ control: form.control, name: 'description' });
  const limit = descriptionLimit(config.accountingSystem, props.docType);
  return (
    <div data-field="description" className="col-span-2 max-sm:col-span-1">
      <TextField
        label="Description"
        isRequired
        value={description}
        onChange={(text) => form.setValue('description', Array.from(text).slice(0, limit).join(''), changed)}
        error={props.errorAt('description')}
        hint={`${Array.from(description).length}/${limit}`}
      />
    </div>
  );
}
