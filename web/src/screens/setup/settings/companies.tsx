import { useState } from 'react';
import { sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { termsWords } from '#domain/management/show-form';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { DropZone } from '../../../parts/fields/drop-zone.tsx';
import { FileRow } from '../../../parts/display/file-row.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { words } from '../../../words.ts';
import { Section } from '../managed-form/section.tsx';
import { useChanges, useDetails, useIsReadOnly } from './show-details.ts';
import type { CompanySettings } from './show-details.ts';

/** The terms and conditions of each company's purchase orders (MG-21, DEC-67, DEC-92). */
export function Companies() {
  const { companySettings } = useDetails();
  if (companySettings.length === 0) {
    return <EmptyState>No companies yet. They come from the accounting system.</EmptyState>;
  }
  return (
    <>
      {companySettings.map((company) => (
        <Company
          key={`${company.projectCompanyExternalId} ${company.termsConditionsAttachmentId} ${company.attachmentLabel}`}
          company={company}
        />
      ))}
    </>
  );
}

/** The change of the terms: keep, remove, or replace with a file. */
type Choice = { what: 'keep' | 'none' } | { what: 'add'; file: File };

function termsFields(company: CompanySettings, choice: Choice, label: string): Record<string, string> {
  const old = company.termsConditionsAttachmentId;
  const attachmentId = { keep: old ?? termsWords.none, none: termsWords.none, add: termsWords.add }[
    choice.what
  ];
  const isSuperseded = choice.what !== 'keep' && old !== null;
  return {
    projectCompanyExternalId: company.projectCompanyExternalId,
    termsConditionsAttachmentId: attachmentId,
    ...(attachmentId !== termsWords.none && { attachmentLabel: label.trim() }),
    cleanupAttachments: JSON.stringify(isSuperseded ? [old] : []),
  };
}

async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, 5).text()) === '%PDF-';
}

function useTerms(company: CompanySettings) {
  const [choice, setChoice] = useState<Choice>({ what: 'keep' });
  const [label, setLabel] = useState(company.attachmentLabel ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { saveTerms } = useChanges();
  const flash = useToast();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const refused = sizeRefusal(file.size);
    if (refused) return setError(uploadTexts[refused](file.name));
    if (!(await isPdf(file))) return setError(words.file_not_pdf);
    setError(null);
    setChoice({ what: 'add', file });
    return setLabel(file.name);
  };
  const save = async () => {
    setBusy(true);
    try {
      await saveTerms(termsFields(company, choice, label), choice.what === 'add' ? choice.file : null);
      flash('success', 'Company settings updated successfully.');
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.code : '';
      if (code === 'file_not_pdf') setError(words.file_not_pdf);
      else if (choice.what === 'add') flash('error', 'File could not be uploaded.');
      else flash('error', 'Company settings could not be updated.');
    } finally {
      setBusy(false);
    }
  };
  const reset = () => {
    setChoice({ what: 'keep' });
    setLabel(company.attachmentLabel ?? '');
    setError(null);
  };
  const isChanged = choice.what !== 'keep' || label.trim() !== (company.attachmentLabel ?? '');
  return { choice, label, setLabel, error, isBusy, choose, save, reset, setChoice, isChanged };
}

function Company(props: { company: CompanySettings }) {
  const { company } = props;
  const isReadOnly = useIsReadOnly();
  const terms = useTerms(company);
  const { choice, label } = terms;
  const hasFile =
    choice.what === 'add' || (choice.what === 'keep' && company.termsConditionsAttachmentId !== null);
  const open = () =>
    window.open(
      `/files/company/${company.termsConditionsAttachmentId}/newpreview/terms.pdf`,
      '_blank',
      'noopener',
    );
  return (
    <Section title={company.companyName} text="The terms and conditions that go with its purchase orders.">
      <form
        noValidate
        aria-label={company.companyName}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (terms.isChanged && !terms.isBusy && !isReadOnly) void terms.save();
        }}
      >
        {hasFile ? (
          <>
            <ul aria-label="Terms and conditions">
              <FileRow
                name={choice.what === 'add' ? choice.file.name : (company.attachmentLabel ?? 'Terms')}
                detail={choice.what === 'add' ? 'Not saved yet' : null}
                {...(choice.what === 'keep' && { onOpen: () => void open() })}
                {...(!isReadOnly && {
                  removeLabel: 'Remove terms and conditions',
                  onRemove: () =>
                    company.termsConditionsAttachmentId === null
                      ? terms.reset()
                      : terms.setChoice({ what: 'none' }),
                })}
              />
            </ul>
            <TextField
              label="Label"
              value={label}
              maxLength={255}
              isDisabled={isReadOnly}
              onChange={terms.setLabel}
            />
          </>
        ) : (
          <p className="text-ink-muted">Purchase orders of this company go out without terms.</p>
        )}
        {isReadOnly ? null : (
          <DropZone
            label={hasFile ? 'Replace it with another PDF' : 'Add a PDF'}
            one
            accept={['application/pdf']}
            isDisabled={terms.isBusy}
            onFiles={(files) => void terms.choose(files[0])}
          />
        )}
        {terms.error ? (
          <p role="alert" className="text-sm text-negative">
            {terms.error}
          </p>
        ) : null}
        {isReadOnly || !terms.isChanged ? null : (
          <div className="flex justify-end gap-2">
            <Button isDisabled={terms.isBusy} onPress={terms.reset}>
              Cancel
            </Button>
            <Button look="primary" type="submit" isPending={terms.isBusy}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}
