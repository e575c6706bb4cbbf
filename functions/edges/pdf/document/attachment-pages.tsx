import type { PrintJob } from '#edges/pdf/browser-renderer';
import { base64 } from './fonts.ts';
import type { PaperSize } from './html-page.tsx';
import { documentHtml, appendedFileFooter, pageHeader } from './html-page.tsx';

interface Picture {
  label: string;
  contentType: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

const pictureHeight: Record<PaperSize, string> = { Letter: '236mm', A4: '254mm' };

/** A page with one attached picture, as large as the paper allows; the browser rotates it by its EXIF orientation. */
export function imagePage(
  { label, contentType, bytes }: Picture,
  name: string,
  paperSize: PaperSize,
): PrintJob {
  const html = documentHtml(
    label,
    <div class="picture" style={{ '--picture-height': pictureHeight[paperSize] }}>
      <img alt={label} src={`data:${contentType};base64,${base64(bytes)}`} />
    </div>,
  );
  return {
    html,
    paperSize,
    headerHtml: pageHeader(''),
    footerHtml: appendedFileFooter(`Attachment: ${label}`, name),
  };
}

export interface OmittedFile {
  label: string;
  /** The reason as shown to the user. */
  reason: string;
}

/** The last page lists what could not be printed, so that the document does not seem complete (AT-18). */
export function omittedFilesPage(
  omittedFiles: readonly OmittedFile[],
  name: string,
  { paperSize, legalText }: { paperSize: PaperSize; legalText: string },
): PrintJob {
  const html = documentHtml(
    name,
    <section class="own-page">
      <h2>Attachments not included</h2>
      <p class="muted">
        {name} has attachments that are not included in this file. Please ask the production for them.
      </p>
      <table>
        <thead>
          <tr>
            <th>Attachment</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {omittedFiles.map(({ label, reason }, index) => (
            <tr key={String(index)}>
              <td>
                <bdi>{label}</bdi>
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
  );
  return {
    html,
    paperSize,
    headerHtml: pageHeader(legalText),
    footerHtml: appendedFileFooter('Attachments not included', name),
  };
}
