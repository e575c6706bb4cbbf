import { useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { useSearchParams } from 'react-router';
import type { DocType } from '#domain/document';
import { listNameOf } from '#domain/lists/list-columns';
import type { AllListSettings, ListView } from '#domain/lists/list-settings';
import { api, ApiError, ask } from '../../../../api.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { ConfirmDialog } from '../../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { useSession } from '../../../../session/session.tsx';
import { kinds } from '../../paths.ts';
import type { ListRow, ToolsProps } from '../list-definition.ts';
import { putView, settingsOf, tabsOf } from './settings.ts';
import type { ColumnChoice } from './use-column-choice.ts';
import type { ViewDraft } from './view-dialog.tsx';

/** The query of the address without the view that it names. */
export function savedQuery(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  query.delete('view');
  return query.toString();
}

/** What can be done with the open view, and the button that saves a new one (VIEW-10, VIEW-11). */
export function ViewActions<Type extends DocType, Row extends ListRow, Filters>(
  props: ToolsProps<Type, Row, Filters> & {
    choice: ColumnChoice;
    settings: AllListSettings | undefined;
    onEdit: (draft: ViewDraft) => void;
  },
) {
  const { kind, persona, query, choice, settings, onEdit } = props;
  const list = listNameOf(kind.docType, persona);
  const [params] = useSearchParams();
  const view = settings?.views.find(({ id, list: ofList }) => id === query.view && ofList === list);
  const others = (settings?.views ?? []).filter((one) => one.list === list && !one.isTab);
  const shown = choice.shown.map(({ id, width }) => ({ id, width }));
  const draft = { query: savedQuery(params), columns: shown as ListView['columns'] };
  const home = persona === 'APPROVER' ? kinds[kind.docType].queue : kinds[kind.docType].home;
  return (
    <section aria-labelledby="view-saved" className="border-t border-line pt-3">
      <h3 id="view-saved" className="pb-2 text-sm font-medium">
        {view ? view.name : 'Saved views'}
      </h3>
      {view ? <OpenView {...props} view={view} draft={draft} /> : null}
      <Button onPress={() => onEdit({ ...draft, view: null })}>
        {view ? 'Save as another view' : 'Save this view'}
      </Button>
      {others.length > 0 ? (
        <div className="pt-2 text-sm">
          <p className="text-ink-muted">Shared with others, for you to manage:</p>
          {others.map(({ id, name, query: saved }) => (
            <Link key={id} href={`${home}?${saved}&view=${id}`} className="mr-3 underline">
              {name}
            </Link>
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** The actions of an open view: save what was changed, rename, share, move its tab, open the list with it, delete. */
function OpenView<Type extends DocType, Row extends ListRow, Filters>(
  props: Parameters<typeof ViewActions<Type, Row, Filters>>[0] & {
    view: ListView;
    draft: Pick<ViewDraft, 'query' | 'columns'>;
  },
) {
  const { kind, persona, choice, settings, view, draft, onEdit } = props;
  const list = listNameOf(kind.docType, persona);
  const { show } = useSession();
  const flash = useToast();
  const [, setParams] = useSearchParams();
  const [isDeleting, setDeleting] = useState(false);
  const { defaultViewId } = settingsOf(settings, list);
  const tabs = tabsOf(settings, list).map(({ id }) => id);
  const at = tabs.indexOf(view.id);
  const isDefault = defaultViewId === view.id;
  const isChanged = choice.isUnsaved || draft.query !== view.query;
  const move = (by: 1 | -1) => {
    const next = [...tabs];
    next.splice(at, 1);
    next.splice(at + by, 0, view.id);
    choice.change({ viewOrder: next });
  };
  const save = async () => {
    const { id, name, revision, audience } = view;
    const columns = view.columns === null ? null : draft.columns;
    const json = { name, revision, audience: audience as never, query: draft.query, columns };
    try {
      const saved = await ask(api.api['list-views'][':id'].$put({ param: { id }, json }));
      await putView(show.id, id, saved);
      choice.forgetUnsaved();
      flash('success', `${name} saved.`);
    } catch (error) {
      flash('failure', (error instanceof ApiError && error.text) || 'The view was not saved. Try again.');
    }
  };
  const remove = async () => {
    try {
      await ask(api.api['list-views'][':id'].$delete({ param: { id: view.id } }));
    } catch (error) {
      // Another user may have deleted it.
      if (!(error instanceof ApiError && error.status === 404)) {
        flash('failure', 'The view was not deleted. Try again.');
        return;
      }
    }
    setDeleting(false);
    setParams({ view: 'none' }, { replace: true });
    await putView(show.id, view.id, null);
  };
  return (
    <div className="flex flex-wrap gap-2 pb-2">
      {view.mayChange ? (
        <>
          <Button reason={isChanged ? null : 'Nothing was changed.'} onPress={() => void save()}>
            Save changes
          </Button>
          <Button onPress={() => onEdit({ query: view.query, columns: view.columns, view })}>
            Rename or share
          </Button>
        </>
      ) : null}
      {at >= 0 ? (
        <>
          <Button onPress={() => choice.change({ defaultViewId: isDefault ? null : view.id })}>
            {isDefault ? 'No longer my default' : 'Make it my default'}
          </Button>
          <Button isDisabled={at === 0} onPress={() => move(-1)}>
            Move tab left
          </Button>
          <Button isDisabled={at === tabs.length - 1} onPress={() => move(1)}>
            Move tab right
          </Button>
        </>
      ) : null}
      {view.mayChange ? (
        <Button look="danger" onPress={() => setDeleting(true)}>
          Delete
        </Button>
      ) : null}
      <ConfirmDialog
        title={`Delete ${view.name}?`}
        isOpen={isDeleting}
        onCancel={() => setDeleting(false)}
        onConfirm={() => void remove()}
        confirm="Delete"
        danger
      >
        {view.audience.kind === 'PRIVATE'
          ? 'The documents stay as they are.'
          : 'Everyone it is shared with loses this tab. The documents stay as they are.'}
      </ConfirmDialog>
    </div>
  );
}
