import { useCallback, useState } from 'react';
import type { AddressName } from '../../../forms/document/model/draft.ts';
import { Navigate, useNavigate, useParams } from 'react-router';
import useSWR from 'swr';
import { inApproval } from '#domain/document';
import { UnsavedNoteProvider } from '../../../forms/unsaved-note.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { Chip, StatusChip } from '../../../parts/display/chip.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { useAfterSave } from '../after-save.ts';
import { WithDisplayedContent } from '../displayed-content.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds, reviewPath } from '../paths.ts';
import { DocumentLoadFailure } from '../load-failure.tsx';
import { saveFailed } from '../messages.ts';
import { openedFromApproverReview, pathBack } from '../opened-from.ts';
import { StaleDocumentNotice } from '../stale-document-notice.tsx';
import { useConfirmApprovalReset } from '../confirm-approval-reset.tsx';
import { DocumentNotes } from '../review/document-notes.tsx';
import { useRules } from '../use-rules.ts';
import { usePollingFallback } from '../use-polling-fallback.ts';
import { useEndActions } from './end-document-actions.tsx';
import type { EndAction } from './end-document-actions.tsx';
import type { ComparedDraft, FormDefinition, FormSource } from './form-definition.ts';
import { RevisionNotice } from './revision-notice.tsx';
import { useCompare } from './use-compare.tsx';

const noLostAddresses: readonly AddressName[] = [];

function EditHead(props: { document: StoredDocument }) {
  const { docType, number, badge, status, submissionStatus } = props.document;
  return (
    <PageHeader title={`Edit ${kinds[docType].title} ${number}`}>
      {badge ? <Chip tone="caution">{badge}</Chip> : null}
      <StatusChip status={status} submissionStatus={submissionStatus} />
    </PageHeader>
  );
}

interface EditFormProps<Draft extends ComparedDraft, Wire extends FormSource> {
  of: FormDefinition<Draft, Wire>;
  wire: Wire;
  may: Record<EndAction, boolean>;
  onChanged: () => void;
  /** Restarts the form with the current document. */
  onReopen: () => void;
}

function EditForm<Draft extends ComparedDraft, Wire extends FormSource>(props: EditFormProps<Draft, Wire>) {
  const { of, wire, may } = props;
  const document = of.documentOf(wire);
  const { docType, id, name } = document;
  const { config } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  // Only an approver may edit a document in approval. Decided once, when the form opens (DEC-16).
  const [isApproverEdit] = useState(inApproval(document.status));
  const [isFromApprover] = useState(() => isApproverEdit || openedFromApproverReview(docType, id));
  const afterSave = useAfterSave(isApproverEdit ? 'APPROVER' : 'CREATOR');
  const confirmReset = useConfirmApprovalReset();
  const confirmSave = (draft: Draft) => {
    const resets = config.settings.resetApprovalOnEdit || of.restarts(of.draftOf(wire), draft);
    return isApproverEdit && resets ? confirmReset.ask() : Promise.resolve(true);
  };
  const endActions = useEndActions(document, of.voidReason);
  const compare = useCompare(of, wire, props.onReopen);
  useTitle(`Edit ${name}`);
  return (
    <>
      <of.Form
        stored={wire}
        begin={null}
        begunFrom={null}
        lostDepartment={null}
        lostAddresses={noLostAddresses}
        isApproverEdit={isApproverEdit}
        title={
          <>
            <EditHead document={document} />
            <RevisionNotice document={document} />
            <StaleDocumentNotice
              document={document}
              content={JSON.stringify(of.draftOf(wire))}
              isApproverEdit={isApproverEdit}
              onReopen={props.onReopen}
            />
          </>
        }
        confirmSave={confirmSave}
        onSaved={(saved, after) => void afterSave(of.documentOf(saved), after)}
        onFailed={(error) => flash('failure', saveFailed(error, name))}
        onConflict={(conflict) => void compare.open(conflict)}
        onCancel={() =>
          void navigate(isFromApprover ? reviewPath(docType, id, 'APPROVER') : pathBack(docType, 'CREATOR'))
        }
        onDiscard={may.discard ? () => endActions.ask('discard') : null}
        onVoid={may.void ? () => endActions.ask('void') : null}
        notes={<DocumentNotes document={document} onChanged={props.onChanged} />}
      />
      {confirmReset.dialog}
      {endActions.dialogs}
      {compare.dialog}
    </>
  );
}

/**
 * Users who may not edit are sent to the review (SH-08, SH-09, SH-57). Decided once, so that a later change does not
 * discard their work.
 */
function EditOrReview<Draft extends ComparedDraft, Wire extends FormSource>(
  props: Omit<EditFormProps<Draft, Wire>, 'may'>,
) {
  const document = props.of.documentOf(props.wire);
  const { docType, status } = document;
  const rules = useRules(document);
  const { can } = useSession();
  const [isAllowed] = useState(() => rules.checkEdit() === null);
  if (!isAllowed) return <Navigate to={reviewPath(docType, document.id, 'CREATOR')} replace />;
  const isDraft = !inApproval(status);
  const may = {
    void: isDraft && can(kinds[props.of.docType].void, 'FULL') && rules.check('void') === null,
    // An invoice has no change orders (DEC-76).
    discard: isDraft && docType === 'PO' && rules.check('discard') === null,
  };
  return (
    <UnsavedNoteProvider>
      <WithDisplayedContent
        document={document}
        afterConflict="Open the review to see the current version, then decide again."
      >
        <EditForm {...props} may={may} />
      </WithDisplayedContent>
    </UnsavedNoteProvider>
  );
}

/**
 * Reads the document when the form opens. The cache may hold an older response of another screen; a form started from
 * it would overwrite what another user saved in the meantime. So each opening has its own cache key.
 */
function useOpened<Draft extends ComparedDraft, Wire extends FormSource>(
  of: FormDefinition<Draft, Wire>,
  id: string,
) {
  const { show } = useSession();
  const [opening] = useState(() => crypto.randomUUID());
  const { data, error, mutate } = useSWR<Wire, unknown>(
    [...keys.document(of.docType, id, 'CREATOR'), opening],
    () => of.read(show.id, id),
  );
  const refresh = useCallback(() => void mutate(), [mutate]);
  usePollingFallback(refresh);
  return { data, error, refresh };
}

interface OpenedProps<Draft extends ComparedDraft, Wire extends FormSource> {
  of: FormDefinition<Draft, Wire>;
  id: string;
  onReopen: () => void;
}

function Opened<Draft extends ComparedDraft, Wire extends FormSource>({
  of,
  id,
  onReopen,
}: OpenedProps<Draft, Wire>) {
  const { data, error, refresh } = useOpened(of, id);
  if (data) return <EditOrReview of={of} wire={data} onChanged={refresh} onReopen={onReopen} />;
  const { noun, home } = kinds[of.docType];
  if (!error) return <LoadingContent label={`Loading ${noun}`} />;
  return <DocumentLoadFailure docType={of.docType} error={error} back={home} onRetry={refresh} />;
}

/** The form of the document that the address names (SH-08 to SH-10, SH-57, SH-58). */
export function EditDocument<Draft extends ComparedDraft, Wire extends FormSource>(props: {
  of: FormDefinition<Draft, Wire>;
}) {
  const { id = '' } = useParams();
  const [openings, setOpenings] = useState(0);
  return (
    <Opened key={`${id} ${openings}`} of={props.of} id={id} onReopen={() => setOpenings(openings + 1)} />
  );
}
