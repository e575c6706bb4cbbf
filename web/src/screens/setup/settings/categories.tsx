import { useState } from 'react';
import { Plus } from 'lucide-react';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { words } from '../../../words.ts';
import { Section } from '../managed-form/section.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EditList } from './edit-list.tsx';
import { useChanges, useDetails, useIsReadOnly } from './show-details.ts';
import type { Category } from './show-details.ts';

const takenText = 'A category with that name already exists.';
const blank = { id: null, name: '', isActive: true } as const;
type Draft = Omit<Category, 'id'> & { id: string | null };

/** The categories of purchase orders and invoices (MG-17, DEC-66). */
export function Categories() {
  const { categories } = useDetails();
  const isReadOnly = useIsReadOnly();
  const [edited, setEdited] = useState<Draft | null>(null);
  return (
    <>
      <Section
        title="Categories"
        text="What purchase orders and invoices are filed under."
        action={
          isReadOnly ? null : (
            <Button onPress={() => setEdited(blank)}>
              <Plus aria-hidden className="size-4" />
              Add Category
            </Button>
          )
        }
      >
        <EditList
          label="Categories"
          items={categories}
          onEdit={isReadOnly ? null : setEdited}
          empty="No categories yet. They say what a purchase order contains, such as rentals or labor."
        />
      </Section>
      {edited ? <CategoryDialog key={edited.id} first={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

/** Saves a category. One that documents use needs a confirmation (MG-18 to MG-20, DEC-66). */
function useSave(first: Draft, onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [takenName, setTakenName] = useState<string | null>(null);
  const { addCategory, saveCategory } = useChanges();
  const flash = useToast();
  const save = async (draft: Draft, isConfirmed: boolean) => {
    setBusy(true);
    const name = draft.name.trim();
    try {
      if (first.id === null) await addCategory(name);
      else {
        // Fields that only other users changed are not sent.
        const changes = {
          ...(name !== first.name && { name }),
          ...(draft.isActive !== first.isActive && { isActive: draft.isActive }),
        };
        await saveCategory({ id: first.id, ...changes }, isConfirmed);
      }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      setAsking(code === 'category_in_use');
      if (code === 'invalid_parameter') setTakenName(name);
      else if (code !== 'category_in_use') flash('error', 'Unable to update category');
      return;
    } finally {
      setBusy(false);
    }
    flash('success', first.id === null ? 'Category created successfully.' : 'Category saved successfully.');
    onClose();
  };
  return { save, isBusy, isAsking, takenName, stopAsking: () => setAsking(false) };
}

function CategoryDialog(props: { first: Draft; onClose: () => void }) {
  const { first, onClose } = props;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { save, isBusy, isAsking, takenName, stopAsking } = useSave(first, onClose);
  const name = draft.name.trim();
  const missing = isTried && name === '' ? 'Please enter a name.' : null;
  return (
    <>
      <EditDialog
        title={first.id === null ? 'Add Category' : 'Edit Category'}
        isBusy={isBusy}
        onClose={onClose}
        onSave={() => {
          setTried(true);
          if (name !== '' && !isBusy) void save(draft, false);
        }}
      >
        <TextField
          label="Name"
          value={draft.name}
          maxLength={100}
          isRequired
          startsFocused
          onChange={(value) => setDraft((now) => ({ ...now, name: value }))}
          error={missing ?? (takenName !== null && takenName === name ? takenText : null)}
        />
        {first.id === null ? null : (
          <Switch
            label="Active"
            hint="Documents that have the category keep it; new ones are only offered active categories."
            isSelected={draft.isActive}
            onChange={(isActive) => setDraft((now) => ({ ...now, isActive }))}
          />
        )}
      </EditDialog>
      <ConfirmDialog
        title="Category in use"
        isOpen={isAsking}
        confirm="Continue"
        isBusy={isBusy}
        onCancel={stopAsking}
        onConfirm={() => void save(draft, true)}
      >
        {words.category_in_use}
      </ConfirmDialog>
    </>
  );
}
