import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { api, ask } from '../../../api.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import type { ShowSummary } from '../../../session/api-types.ts';
import { listsShows } from './show-lists.ts';

type Edited = ShowSummary & { mayEdit: boolean };

/** Edits the name of a show. License, studio and division are read-only. Enter saves (MG-12, UX-11). */
export function EditShowDialog(props: { show: Edited | null; onClose: () => void }) {
  const { show } = props;
  return show ? <Editor key={show.id} show={show} onClose={props.onClose} /> : null;
}

const nameLength = 100;

function useSave(show: Edited, onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const { mutate } = useSWRConfig();
  const { show: open, updateShow, shows } = useSession();
  const flash = useToast();
  const save = async (name: string) => {
    setBusy(true);
    try {
      const call = api.api.shows[':id'].resource.$patch({
        param: { id: show.id },
        query: { showId: open.id },
        json: { name },
      });
      await ask(call);
    } catch {
      flash('error', 'Unable to update show information.');
      return;
    } finally {
      setBusy(false);
    }
    const mine = shows.find(({ id }) => id === show.id);
    if (mine) updateShow({ ...mine, name });
    await mutate(listsShows);
    flash('success', 'Show information updated successfully.');
    onClose();
  };
  return { save, isBusy };
}

function Editor(props: { show: Edited; onClose: () => void }) {
  const { show, onClose } = props;
  const [name, setName] = useState(show.name);
  const { save, isBusy } = useSave(show, onClose);
  const trimmedName = name.trim();
  const submit = () => {
    if (trimmedName === '' || isBusy) return;
    void save(trimmedName);
  };
  const footer = show.mayEdit ? (
    <>
      <Button isDisabled={isBusy} onPress={onClose}>
        Cancel
      </Button>
      <Button
        look="primary"
        type="submit"
        form="edit-show"
        isPending={isBusy}
        isDisabled={trimmedName === ''}
      >
        Save
      </Button>
    </>
  ) : (
    <Button onPress={onClose}>Close</Button>
  );
  return (
    <Dialog title="Edit Show" isOpen onClose={onClose} holdsWork footer={footer}>
      <form
        id="edit-show"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label="License" value={show.license} onChange={() => undefined} isReadOnly isDisabled />
        <TextField
          label="Show Name"
          value={name}
          onChange={setName}
          maxLength={nameLength}
          isRequired
          isDisabled={!show.mayEdit}
          error={trimmedName === '' ? 'Please enter a show name.' : null}
          startsFocused
        />
        <TextField
          label="Studio / Division"
          value={show.studioDivision.name}
          onChange={() => undefined}
          isReadOnly
          isDisabled
        />
      </form>
    </Dialog>
  );
}
