import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DocType } from '#domain/document';
import { listNameOf } from '#domain/lists/list-columns';
import type { AllListSettings, Audience, ListView } from '#domain/lists/list-settings';
import { api, ApiError, ask } from '../../../../api.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { Checkbox } from '../../../../parts/fields/checkbox.tsx';
import { Select } from '../../../../parts/fields/select.tsx';
import { TextField } from '../../../../parts/fields/text-field.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { putView } from './settings.ts';
import type { ColumnChoice } from './use-column-choice.ts';

export interface ViewDraft extends Pick<ListView, 'query' | 'columns'> {
  /** The view to change; null for a new one. */
  view: ListView | null;
}

function audienceId(audience: ListView['audience'] | undefined): string {
  if (audience?.kind === 'ROLE') return `ROLE:${audience.role}`;
  return audience?.kind === 'DEPARTMENT' ? `DEPARTMENT:${audience.departmentId}` : 'PRIVATE';
}

function audienceOf(id: string): Audience {
  const [kind, ...rest] = id.split(':');
  const name = rest.join(':');
  if (kind === 'ROLE') return { kind, role: name as Extract<Audience, { kind: 'ROLE' }>['role'] };
  return kind === 'DEPARTMENT' ? { kind, departmentId: name } : { kind: 'PRIVATE' };
}

/** With whom this user may share, and with whom the view is shared now. */
function audienceOptions(share: AllListSettings['share'] | undefined, view: ListView | null) {
  const options = [
    { id: 'PRIVATE', text: 'Only me' },
    ...(share?.roles ?? []).map((role) => ({ id: `ROLE:${role}`, text: `Everyone with the role ${role}` })),
    ...(share?.departments ?? []).map(({ id, name }) => ({
      id: `DEPARTMENT:${id}`,
      text: `Everyone in ${name}`,
    })),
  ];
  const now = audienceId(view?.audience);
  if (options.some(({ id }) => id === now)) return options;
  const name = view?.audience.kind === 'DEPARTMENT' ? view.audience.departmentName : '';
  return [...options, { id: now, text: name ? `Everyone in ${name}` : 'As now' }];
}

/** Names a view, and decides who sees it (VIEW-10, VIEW-12). */
export function ViewDialog<Type extends DocType, Row extends ListRow, Filters>(
  props: Pick<ToolsProps<Type, Row, Filters>, 'kind' | 'persona'> & {
    draft: ViewDraft;
    choice: ColumnChoice;
    settings: AllListSettings | undefined;
    onClose: () => void;
  },
) {
  const { kind, persona, settings, choice, onClose } = props;
  const { view, query, columns } = props.draft;
  const { show } = useSession();
  const [, setParams] = useSearchParams();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(audienceId(view?.audience));
  const [keepsColumns, setKeepsColumns] = useState(view ? view.columns !== null : true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setError(null);
    const json = {
      name: name.trim(),
      query,
      columns: keepsColumns ? columns : null,
      audience: audienceOf(shared),
    };
    try {
      const saved = view
        ? await ask(
            api.api['list-views'][':id'].$put({
              param: { id: view.id },
              json: { ...json, revision: view.revision },
            }),
          )
        : await ask(
            api.api['list-views'].$post({
              query: { showId: show.id },
              json: { ...json, list: listNameOf(kind.docType, persona) },
            }),
          );
      await putView(show.id, saved.id, saved);
      if (!view) {
        choice.forgetUnsaved();
        const params = new URLSearchParams(saved.query);
        params.set('view', saved.id);
        setParams(params, { replace: true });
      }
      onClose();
    } catch (failure) {
      setBusy(false);
      setError((failure instanceof ApiError && failure.text) || 'The view was not saved. Try again.');
    }
  };
  return (
    <Dialog
      title={view ? 'Rename or share the view' : 'Save this view'}
      isOpen
      onClose={onClose}
      holdsWork
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form="list-view"
            isDisabled={name.trim() === ''}
            isPending={isBusy}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id="list-view"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !isBusy) void save();
        }}
      >
        <p className="text-sm text-ink-muted">
          A view keeps the tab, filters, order and groups of the list under a name.
        </p>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={60}
          isRequired
          startsFocused
          error={error}
        />
        <Select
          label="Who sees it"
          options={audienceOptions(settings?.share, view)}
          value={shared}
          onChange={(id) => setShared(id ?? 'PRIVATE')}
        />
        <Checkbox
          label="With the columns shown now"
          hint="Otherwise everyone sees the view with their own columns."
          isSelected={keepsColumns}
          onChange={setKeepsColumns}
        />
      </form>
    </Dialog>
  );
}
