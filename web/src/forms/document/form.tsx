import { Suspense, useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { hasCreatePermission } from '#domain/identity/permissions';
import type { Issue } from '#domain/documents/validation';
import { ReasonDialog } from '../../parts/overlays/reason-dialog.tsx';
import { useShortcut } from '../../parts/keyboard/shortcuts.ts';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { usePendingChoice } from '../../parts/fields/use-pending-choice.ts';
import { useSession } from '../../session/session.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import type { FormError } from '../error-summary.tsx';
import { RestoreDraftBanner } from '../restore-draft-banner.tsx';
import { AddressSection } from './address-section.tsx';
import { AttachmentsSection, useAttachments } from './attachments-section.tsx';
import { CodingSection } from './lines/coding-section.tsx';
import { sharedForm } from './model/draft.ts';
import type { AddressName, AnyLine, DocumentDraft, SectionProps } from './model/draft.ts';
import { FormActions } from './saving/form-actions.tsx';
import type { AfterSave } from './saving/form-actions.tsx';
import type { FormDefinition, EditedDocument } from './model/form-definition.ts';
import { goToField } from './saving/focus-field.ts';
import { setLines } from './lines/line-state.ts';
import { applyCodesToAll } from './lines/line-edits.ts';
import type { Place } from './lines/line-navigation.ts';
import { useLeaveGuard } from './saving/use-leave-guard.tsx';
import type { LineEditor } from './lines/line-editor.ts';
import { placeOfIssue } from './lines/line-table.tsx';
import { LinesSection } from './lines/lines-section.tsx';
import { NewNotes } from './new-notes.tsx';
import { useAutosavedDraft } from './saving/use-autosaved-draft.ts';
import { usePreselected } from './use-preselected.ts';
import { useSave } from './saving/use-save.ts';
import type { SaveConflict } from './saving/use-save.ts';
import { SubmitErrors, useVendorError } from './saving/submit-errors.tsx';
import { VendorSection } from './vendor/vendor-section.tsx';

const ApprovalRouteSection = lazyPart(
  async () => (await import('./approval-route-section.tsx')).ApprovalRouteSection,
);

const BudgetSection = lazyPart(async () => (await import('./budget-section.tsx')).BudgetSection);

export interface DocumentFormProps<Draft, Stored> {
  /** The stored document, or null for a new one. */
  stored: Stored | null;
  /** The initial draft of a duplicate (PO-54). */
  begin: Draft | null;
  /** The document that is duplicated, or that an invoice is entered against; null if none. */
  begunFrom: string | null;
  /** The department of the duplicated document if the user may not use it (PO-42). */
  lostDepartment: string | null;
  /** Addresses of the duplicated document that are no longer in use (PO-42). */
  lostAddresses: readonly AddressName[];
  /** An approver edits a document in approval (DEC-16). */
  isApproverEdit: boolean;
  title: ReactNode;
  /** Called before a save; false cancels it (PO-21). */
  confirmSave: (draft: Draft) => Promise<boolean>;
  onSaved: (stored: Stored, after: AfterSave) => void;
  /** Called for failures without a field; the screen has the texts. */
  onFailed: (error: unknown) => void;
  /** Called if someone else changed the content first: the user chooses (DEC-82). */
  onConflict: (conflict: SaveConflict<Draft>) => void;
  onCancel: () => void;
  onDiscard: (() => void) | null;
  onVoid: (() => void) | null;
  /** The notes of a stored document, which have their own calls. */
  notes: ReactNode;
}

interface DocumentDraftOf<Line extends AnyLine> extends DocumentDraft {
  lineItems: Line[];
}

interface DocumentFormParts<
  Line extends AnyLine,
  Draft extends DocumentDraftOf<Line>,
  Stored extends EditedDocument,
> {
  kind: FormDefinition<Draft, Stored>;
  form: UseFormReturn<Draft>;
  editor: LineEditor<Line>;
  /** Shown next to the title of the lines while the chart of accounts is missing (LI-33). */
  chartNote: string | null;
  /** Number of lines that a change order must keep unchanged; null for other documents. */
  lockedLineCount: number | null;
  /** Checks that depend on loaded data, such as the relievable POs. */
  furtherIssues: () => Issue[];
  renderDetails: (section: SectionProps) => ReactNode;
  /** What follows the lines, if anything. */
  afterLines?: ReactNode;
  total: ReactNode;
}

/** Returns the error text of a field. The function is stable while the texts are, to avoid rerenders. */
function useErrorAt(errors: readonly FormError[]): SectionProps['errorAt'] {
  const json = JSON.stringify(errors.map(({ field, text }) => [field, text]));
  return useMemo(() => {
    const texts = new Map((JSON.parse(json) as [string, string][]).toReversed());
    return (field) => texts.get(field) ?? null;
  }, [json]);
}

function useDocumentForm<
  Line extends AnyLine,
  Draft extends DocumentDraftOf<Line>,
  Stored extends EditedDocument,
>(props: DocumentFormParts<Line, Draft, Stored> & DocumentFormProps<Draft, Stored>) {
  const { kind, form, editor, stored, lockedLineCount, lostDepartment, lostAddresses } = props;
  const shared = sharedForm(form);
  const autosave = useAutosavedDraft(kind, form, props);
  const attachments = useAttachments(shared, kind.fileOwner, stored);
  const pendingChoice = usePendingChoice();
  usePreselected(kind.docType, shared, { isNew: stored === null, lostAddresses });
  const saving = useSave(form, {
    ...props,
    isUntouched: (line) => editor.isUntouched(line),
    forget: autosave.forget,
    begunFrom: autosave.begunFrom,
    pendingChoice,
  });
  const vendorErrors = useVendorError(shared);
  const errorAt = useErrorAt([...saving.errors, ...vendorErrors]);
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
      pendingChoice,
    }),
    [
      docType,
      shared,
      errorAt,
      isNew,
      documentId,
      isChangeOrder,
      lostDepartment,
      lostAddresses,
      pendingChoice,
    ],
  );
  return { autosave, attachments, saving, vendorErrors, section };
}

/**
 * The form of a document. react-hook-form holds the draft; the domain function that the server also uses validates it.
 */
export function DocumentForm<
  Line extends AnyLine,
  Draft extends DocumentDraftOf<Line>,
  Stored extends EditedDocument,
>(props: DocumentFormParts<Line, Draft, Stored> & DocumentFormProps<Draft, Stored>) {
  const { kind, form, editor, stored, lockedLineCount } = props;
  const { rights, can, config } = useSession();
  const [place, setPlace] = useState<Place | null>(null);
  const { autosave, attachments, saving, vendorErrors, section } = useDocumentForm(props);
  const { form: shared } = section;
  const totalOf = useCallback(() => kind.totalCents(form.getValues()), [kind, form]);
  const linesOf = useCallback(() => kind.budgetLines(form.getValues()), [kind, form]);
  const seesBudget = can('Budget', 'READ') || config.settings.budgetOnDecision !== 'NOTHING';
  const code = useCallback(
    (codes: readonly (readonly [string, string])[]) =>
      setLines(shared, applyCodesToAll(shared.getValues('lineItems'), codes, editor.context)),
    [shared, editor],
  );
  const focusIssue = (field: string) => {
    const cell = placeOfIssue(field);
    if (cell) setPlace(cell);
    else goToField(field === 'totalCost' ? 'lineItems' : field);
  };
  const leaving = useLeaveGuard(autosave.hasWork, () => {
    autosave.forget();
    attachments.drop();
    props.onCancel();
  });
  const filesNeeded = kind.filesNeeded(attachments.files.length);
  const disabledReason = attachments.uploads.isBusy ? 'Files are still being uploaded.' : null;
  const saveByKey = () => {
    // Blur applies the typed text and may correct it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void saving.save('review');
  };
  useShortcut('save', saveByKey, {
    isOn: saving.busy === null && disabledReason === null,
    whileTyping: true,
  });
  return (
    <div data-form className="flex min-h-full flex-col">
      {/* Disabled while saving: the request would not contain later input. */}
      <div
        inert={saving.busy !== null}
        className="gutter form-width mx-auto grid w-full flex-1 grid-cols-1 content-start gap-4 pb-8"
      >
        {props.title}
        {autosave.found ? (
          <RestoreDraftBanner
            draft={autosave.found}
            about={kind.about(autosave.found.draft)}
            version={stored?.version ?? 0}
            onRestore={autosave.restore}
            onDiscard={autosave.discard}
          />
        ) : null}
        <ErrorSummary errors={saving.errors} attempt={saving.failures} onGo={focusIssue} />
        {stored && !props.isApproverEdit ? (
          <SubmitErrors {...{ kind, form, lockedLineCount, vendorErrors }} onGo={focusIssue} />
        ) : null}
        <VendorSection {...section} />
        {props.renderDetails(section)}
        <LinesSection
          form={shared}
          issues={saving.issues}
          editor={editor}
          place={place}
          onPlace={setPlace}
          chartNote={props.chartNote}
        />
        {props.afterLines}
        {seesBudget ? (
          <Suspense fallback={null}>
            <BudgetSection {...section} linesOf={linesOf} />
          </Suspense>
        ) : null}
        <CodingSection form={shared} onCode={code} editor={editor} />
        <AddressSection {...section} />
        <AttachmentsSection attachments={attachments} label={kind.filesLabel} needed={filesNeeded} />
        {stored === null ? <NewNotes {...section} /> : props.notes}
        {props.isApproverEdit ? null : (
          <Suspense fallback={null}>
            <ApprovalRouteSection {...section} totalOf={totalOf} />
          </Suspense>
        )}
      </div>
      <FormActions
        total={props.total}
        needsAttachments={filesNeeded !== null}
        hasSaveMenu={!props.isApproverEdit}
        mayCreate={hasCreatePermission(rights.permissions, kind.docType) && lockedLineCount === null}
        onDiscard={props.onDiscard}
        onVoid={props.onVoid}
        onCancel={leaving.ask}
        onSave={(after) => void saving.save(after)}
        busy={saving.busy}
        reason={disabledReason}
      />
      {leaving.dialog}
      <ReasonDialog {...saving.reasonDialog} title="Save anyway?" confirm="Save anyway">
        The reason is saved in the history, and approvers can see it.
      </ReasonDialog>
    </div>
  );
}
