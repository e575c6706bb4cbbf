import type { ReactNode } from 'react';
import { FileLink } from '../../../forms/files/file-link.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { Disclosure } from '../../../parts/controls/disclosure.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../paths.ts';
import type { WithdrawnAttachment } from '#domain/documents/document-response';
import type { WithdrawnTaxForm } from '#domain/reference-data/vendor-response';

type Owner = Parameters<typeof FileLink>[0]['owner'];

/**
 * A collapsed list of files that were removed after a submission: who, when and why. They can still be opened (DEC-53).
 */
function WithdrawnList<File extends WithdrawnTaxForm>(props: {
  title: string;
  owner: Owner;
  files: readonly File[];
  change: (file: File) => string;
  reason?: (file: File) => ReactNode;
}) {
  const { title, owner, files, change, reason } = props;
  return (
    <Disclosure title={`${title} (${files.length})`}>
      <ul aria-label={title} className="grid grid-cols-1">
        {files.map((file) => (
          <li key={file.attachmentId} className="border-b border-line py-2 last:border-b-0">
            {file.isErased ? (
              <span className="block truncate">{file.label}</span>
            ) : (
              <FileLink owner={owner} file={file} />
            )}
            <p className="text-xs text-ink-muted">
              {`${change(file)}${file.isErased ? ', erased on legal request' : ''} by ${file.withdrawnBy.name}, `}
              <Time at={file.withdrawnAt} />
            </p>
            {reason?.(file)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function reasonOf({ reason }: WithdrawnAttachment) {
  return reason === '' ? null : <p className="text-xs wrap-anywhere">{reason}</p>;
}

/** The submitted files that were removed from the document. */
export function WithdrawnFiles(props: { document: StoredDocument }) {
  const { withdrawnAttachments: files, docType } = props.document;
  return (
    <div className="mt-3 border-t border-line pt-2">
      <WithdrawnList
        title="Withdrawn files"
        owner={kinds[docType].code}
        files={files}
        change={({ replacedBy }) => (replacedBy === null ? 'Withdrawn' : 'Replaced')}
        reason={reasonOf}
      />
    </div>
  );
}

/** The tax forms that were removed from the temporary vendor while a submitted document used it. */
export function WithdrawnTaxForms(props: { forms: readonly WithdrawnTaxForm[] }) {
  return (
    <WithdrawnList
      title="Withdrawn tax forms"
      owner="vendor"
      files={props.forms}
      change={() => 'Withdrawn'}
    />
  );
}
