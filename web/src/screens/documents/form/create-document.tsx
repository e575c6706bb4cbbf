import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DocType } from '#domain/document';
import type { DraftHeader } from '#domain/documents/document-draft';
import { UnsavedNoteProvider } from '../../../forms/unsaved-note.tsx';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { RequirePermission } from '../../../session/require-permission.tsx';
import { useAfterSave } from '../after-save.ts';
import { kinds, reviewPath } from '../paths.ts';
import { DocumentLoadFailure } from '../load-failure.tsx';
import type { AddressName } from '../../../forms/document/model/draft.ts';
import { saveFailed } from '../messages.ts';
import type { DuplicateSource, FormDefinition, FormSource } from './form-definition.ts';
import { useDuplicateDraft } from './use-duplicate-draft.ts';

const noLostAddresses: readonly AddressName[] = [];
const saveAtOnce = () => Promise.resolve(true);

type AnyDraft = Pick<DraftHeader, 'department'>;

interface NewProps<Draft extends AnyDraft, Wire extends FormSource> {
  of: FormDefinition<Draft, Wire>;
  begin: Draft | null;
  begunFrom: string | null;
  lostDepartment: string | null;
  lostAddresses: readonly AddressName[];
}

function NewForm<Draft extends AnyDraft, Wire extends FormSource>(props: NewProps<Draft, Wire>) {
  const { of, begin, begunFrom, lostDepartment, lostAddresses } = props;
  const { title, noun, home } = kinds[of.docType];
  const navigate = useNavigate();
  const flash = useToast();
  const afterSave = useAfterSave('CREATOR');
  const nounAtStart = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <of.Form
      stored={null}
      begin={begin}
      begunFrom={begunFrom}
      lostDepartment={lostDepartment}
      lostAddresses={lostAddresses}
      isApproverEdit={false}
      title={<PageHeader title={`New ${title}`} />}
      confirmSave={saveAtOnce}
      onSaved={(saved, after) => void afterSave(of.documentOf(saved), after)}
      onFailed={(error) => flash('failure', saveFailed(error, nounAtStart))}
      onConflict={() => undefined}
      onCancel={() => void navigate(home)}
      onDiscard={null}
      onVoid={null}
      notes={null}
    />
  );
}

/** Why the form cannot start from the given document, with links to other pages. */
function CannotStart(props: { docType: DocType; from: DocType; id: string; text: string }) {
  const type = kinds[props.docType];
  const action = (
    <div className="flex flex-wrap justify-center gap-2">
      <ButtonLink href={reviewPath(props.from, props.id, 'CREATOR')}>
        View {kinds[props.from].short}
      </ButtonLink>
      <ButtonLink href={`${type.home}/create`}>New {type.title}</ButtonLink>
    </div>
  );
  return (
    <EmptyState title={`New ${type.title}`} action={action}>
      {props.text}
    </EmptyState>
  );
}

function DuplicateForm<Draft extends AnyDraft, Wire extends FormSource, From extends FormSource>(props: {
  of: FormDefinition<Draft, Wire>;
  from: DuplicateSource<Draft, From>;
  id: string;
}) {
  const { of, from } = props;
  const { draft, lostDepartment, lostAddresses, blockedReason, error, retry } = useDuplicateDraft(
    of.docType,
    from,
    props.id,
  );
  // The initial draft is fixed: later responses must not overwrite what the user types.
  const [begin, setBegin] = useState<Draft | null>(null);
  if (begin === null && draft !== null) setBegin(draft);
  const lost = { lostDepartment, lostAddresses };
  if (begin) return <NewForm {...{ of, begin, ...lost }} begunFrom={`${from.docType}=${props.id}`} />;
  const { noun, home } = kinds[from.docType];
  if (blockedReason !== null)
    return <CannotStart docType={of.docType} from={from.docType} id={props.id} text={blockedReason} />;
  if (!error) return <LoadingContent label={`Loading ${noun}`} />;
  return <DocumentLoadFailure docType={from.docType} error={error} back={home} onRetry={retry} />;
}

/** The form: empty, or started from the document that the address names. */
function InitialForm<Draft extends AnyDraft, Wire extends FormSource>({
  of,
}: {
  of: FormDefinition<Draft, Wire>;
}) {
  const [query] = useSearchParams();
  const duplicate = query.get('duplicate');
  const order = query.get('order');
  const self = useMemo(() => ({ ...of, draftOf: of.duplicateOf }), [of]);
  if (duplicate) return <DuplicateForm of={of} from={self} id={duplicate} />;
  if (order && of.ofOrder) return <DuplicateForm of={of} from={of.ofOrder} id={order} />;
  return (
    <NewForm of={of} begin={null} begunFrom={null} lostDepartment={null} lostAddresses={noLostAddresses} />
  );
}

/**
 * The form of a new document (SH-06, SH-07, SH-55). Each new `refresh` starts a new form. `duplicate` is the id of the
 * document to copy (PO-54, IN-27), `order` the PO of a new invoice.
 */
export function CreateDocument<Draft extends AnyDraft, Wire extends FormSource>(props: {
  of: FormDefinition<Draft, Wire>;
}) {
  const { of } = props;
  const [query] = useSearchParams();
  const begin = [query.get('refresh'), query.get('duplicate'), query.get('order')].join(' ');
  const { title, create } = kinds[of.docType];
  useTitle(`New ${title}`);
  return (
    <RequirePermission permission={create} level="FULL" redirect="on-lack">
      <UnsavedNoteProvider key={begin}>
        <InitialForm of={of} />
      </UnsavedNoteProvider>
    </RequirePermission>
  );
}
