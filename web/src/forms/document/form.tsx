import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { holdsCreate } from '#domain/identity/permissions';
import type { Issue } from '#domain/documents/validation';
import { ReasonDialog } from '../../parts/overlays/reason-dialog.tsx';
import { useShortcut } from '../../parts/keyboard/shortcuts.ts';
import { usePendingChoice } from '../../parts/fields/use-pending-choice.ts';
import { useSession } from '../../session/session.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import type { Complaint } from '../error-summary.tsx';
import { RestoreDraftBanner } from '../restore-draft-banner.tsx';
import { AddressSection } from './address-section.tsx';
import { AttachmentsSection, useAttachments } from './attachments-section.tsx';
import { CodingSection } from './lines/coding-section.tsx';
import { sharedForm } from './model/draft.ts';
import type { AddressName, AnyLine, DocumentDraft, SectionProps } from './model/draft.ts';
import { FormBar } from './saving/form-actions.tsx';
import type { AfterSave } from './saving/form-actions.tsx';
import type { FormKind, StoredHere } from './model/form-definition.ts';
import { goToField } from './saving/focus-field.ts';
import { setLines } from './lines/line-state.ts';
import { applyCodesToAll } from './lines/line-edits.ts';
import type { Place } from './lines/line-navigation.ts';
import { useLeaveGuard } from './saving/use-leave-guard.tsx';
import type { LineKit } from './lines/line-editor.ts';
import { placeOfIssue } from './lines/line-table.tsx';
import { LinesSection } from './lines/lines-section.tsx';
import { NewNotes } from './new-notes.tsx';
import { useAutosavedDraft } from './saving/use-autosaved-draft.ts';
import { usePreselected } from './use-preselected.ts';
import { useSaving } from './saving/use-save.ts';
import type { SaveConflict } from './saving/use-save.ts';
import { SubmitErrors, useVendorError } from './saving/submit-errors.tsx';
import { VendorSection } from './vendor/vendor-section.tsx';

/** What a screen tells the form of a document, and hears from it. */
export interface DocumentFormProps<Draft, Stored> {
  /** The stored document, or null for a new one. */
  stored: Stored | null;
  /** What a new one begins with when it is a copy (PO-54). */
  begin: Draft | null;
  /** Which document that is a copy of, or is entered against; null: none. */
  begunFrom: string | null;
  /** The department of what it is a copy of, where the user may not choose it (PO-42). */
  lostDepartment: string | null;
  /** Its addresses that are no longer in use (PO-42). */
  lostAddresses: readonly AddressName[];
  /** DEC-16: an approver changes a document in approval. */
  isApproverEdit: boolean;
  title: ReactNode;
  /** Asked before a save is sent; false stops it (PO-21). */
  confirmSave: (draft: Draft) => Promise<boolean>;
  onSaved: (stored: Stored, after: AfterSave) => void;
  /** Failures that are not about a field; the words are the screen's. */
  onFailed: (error: unknown) => void;
  /** Somebody else changed the content first: the user chooses (DEC-82). */
  onConflict: (conflict: SaveConflict<Draft>) => void;
  onCancel: () => void;
  onDiscard: (() => void) | null;
  onVoid: (() => void) | null;
  /** The notes of a stored document, which are saved by their own calls. */
  notes: ReactNode;
}

interface DocumentDraftOf<Line extends AnyLine> extends DocumentDraft {
  lineItems: Line[];
}

/** What the form of one type of document adds to what all share. */
interface Own<Line extends AnyLine, Draft extends DocumentDraftOf<Line>, Stored extends StoredHere> {
  kind: FormKind<Draft, Stored>;
  form: UseFormReturn<Draft>;
  kit: LineKit<Line>;
  /** LI-33: what stands beside the title of the lines while the chart of accounts is not here. */
  chartNote: string | null;
  /** How many lines a change order keeps as they are; null without one. */
  lockedLineCount: number | null;
  /** Rules that hang on what the browser has been told, such as which POs can be relieved. */
  furtherIssues: () => Issue[];
  /** The section about what the document is for. */
  renderFacts: (section: SectionProps) => ReactNode;
  total: ReactNode;
}

/** The words at a field: the same function for as long as they are the same, so that no section is drawn for nothing. */
function useErrorAt(complaints: readonly Complaint[]): SectionProps['errorAt'] {
  const said = JSON.stringify(complaints.map(({ field, text }) => [field, text]));
  return useMemo(() => {
    const texts = new Map((JSON.parse(said) as [string, string][]).toReversed());
    return (field) => texts.get(field) ?? null;
  }, [said]);
}

/** Everything that the form says and does, without what is drawn. */
function useDocumentForm<
  Line extends AnyLine,
  Draft extends DocumentDraftOf<Line>,
  Stored extends StoredHere,
>(props: Own<Line, Draft, Stored> & DocumentFormProps<Draft, Stored>) {
  const { kind, form, kit, stored, lockedLineCount, lostDepartment, lostAddresses } = props;
  const shared = sharedForm(form);
  const kept = useAutosavedDraft(kind, form, props);
  const attachments = useAttachments(shared, kind.fileOwner, stored);
  const coming = usePendingChoice();
  usePreselected(kind.docType, shared, { isNew: stored === null, lostAddresses });
  const saving = useSaving(form, {
    ...props,
    isUntouched: (line) => kit.isUntouched(line),
    forget: kept.forget,
    begunFrom: kept.begunFrom,
    coming,
  });
  const aboutVendor = useVendorError(shared);
  const errorAt = useErrorAt([...saving.complaints, ...aboutVendor]);
  const { docType } = kind;
  const isNew = stored === null;
  const documentId = stored?.id ?? null;
  const isChangeOrder = lockedLineCount !== null;
  const section = useMemo<SectionProps>(
    () => ({
      docType,
      form: shared,
      errorAt,
      isNew,
      documentId,
      isChangeOrder,
      lostDepartment,
      lostAddresses,
      coming,
    }),
    [docType, shared, errorAt, isNew, documentId, isChangeOrder, lostDepartment, lostAddresses, coming],
  );
  return { kept, attachments, saving, aboutVendor, section };
}

/**
 * The form of a document. react-hook-form holds the one draft; whether it may be saved is asked of the domain each time,
 * by the very function that the server asks, so that no second set of rules can come about.
 */
export function DocumentForm<
  Line extends AnyLine,
  Draft extends DocumentDraftOf<Line>,
  Stored extends StoredHere,
>(props: Own<Line, Draft, Stored> & DocumentFormProps<Draft, Stored>) {
  const { kind, form, kit, stored, lockedLineCount } = props;
  const { rights } = useSession();
  const [place, setPlace] = useState<Place | null>(null);
  const { kept, attachments, saving, aboutVendor, section } = useDocumentForm(props);
  const { form: shared } = section;
  const code = useCallback(
    (codes: readonly (readonly [string, string])[]) =>
      setLines(shared, applyCodesToAll(shared.getValues('lineItems'), codes, kit.context)),
    [shared, kit],
  );
  const go = (field: string) => {
    const cell = placeOfIssue(field);
    if (cell) setPlace(cell);
    else goToField(field === 'totalCost' ? 'lineItems' : field);
  };
  const leaving = useLeaveGuard(kept.hasWork, () => {
    kept.forget();
    attachments.drop();
    props.onCancel();
  });
  const filesNeeded = kind.filesNeeded(attachments.files.length);
  const whyNotNow = attachments.uploads.isBusy ? 'Files are still being uploaded.' : null;
  const saveByKey = () => {
    // The field first hands over what was typed: leaving it may correct it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void saving.save('review');
  };
  useShortcut('save', saveByKey, { isOn: saving.busy === null && whyNotNow === null, whileTyping: true });
  return (
    <div data-form className="flex min-h-full flex-col">
      {/* What is typed while a save is on its way would be lost: the save does not carry it. */}
      <div
        inert={saving.busy !== null}
        className="gutter form-width mx-auto grid w-full flex-1 grid-cols-1 content-start gap-4 pb-8"
      >
        {props.title}
        {kept.found ? (
          <RestoreDraftBanner
            kept={kept.found}
            about={kind.about(kept.found.draft)}
            version={stored?.version ?? 0}
            onRestore={kept.restore}
            onDiscard={kept.discard}
          />
        ) : null}
        <ErrorSummary complaints={saving.complaints} attempt={saving.failures} onGo={go} />
        {stored && !props.isApproverEdit ? (
          <SubmitErrors {...{ kind, form, lockedLineCount, aboutVendor }} onGo={go} />
        ) : null}
        <VendorSection {...section} />
        {props.renderFacts(section)}
        <LinesSection
          form={shared}
          issues={saving.issues}
          kit={kit}
          place={place}
          onPlace={setPlace}
          chartNote={props.chartNote}
        />
        <CodingSection form={shared} onCode={code} kit={kit} />
        <AddressSection {...section} />
        <AttachmentsSection attachments={attachments} label={kind.filesLabel} needed={filesNeeded} />
        {stored === null ? <NewNotes {...section} /> : props.notes}
      </div>
      <FormBar
        total={props.total}
        lacksFiles={filesNeeded !== null}
        hasSaveMenu={!props.isApproverEdit}
        mayCreate={holdsCreate(rights.permissions, kind.docType) && lockedLineCount === null}
        onDiscard={props.onDiscard}
        onVoid={props.onVoid}
        onCancel={leaving.ask}
        onSave={(after) => void saving.save(after)}
        busy={saving.busy}
        reason={whyNotNow}
      />
      {leaving.dialog}
      <ReasonDialog {...saving.reasonDialog} title="Save anyway?" confirm="Save anyway">
        The reason is saved in the history, and approvers can see it.
      </ReasonDialog>
    </div>
  );
}
