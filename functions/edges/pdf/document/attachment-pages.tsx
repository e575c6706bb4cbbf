import type { PrintJob } from '#edges/pdf/browser-renderer';
import { base64 } from './fonts.ts';
import type { Paper } from './html-page.tsx';
import { documentHtml, enclosureFoot, runningHead } from './html-page.tsx';

interface Picture {
  label: string;
  contentType: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

const pictureHeight: Record<Paper, string> = { Letter: '236mm', A4: '254mm' };

/** A page with one attached picture, as large as the paper allows; the browser turns it as its camera was held. */
export function imagePage({ label, contentType, bytes }: Picture, name: string, paper: Paper): PrintJob {
  const html = documentHtml(
    label,
    <div class="picture" style={{ '--picture-height': pictureHeight[paper] }}>
      <img alt={label} src={`data:${contentType};base64,${base64(bytes)}`} />
    </div>,
  );
  return {
    html,
    paper,
    headerHtml: runningHead(''),
    footerHtml: enclosureFoot(`Attachment: ${label}`, name),
  };
}

export interface OmittedFile {
  label: string;
  /** Why, for people. */
  reason: string;
}

/** AT-18: the last page names what could not be printed, so that nobody takes the document for complete. */
export function omittedFilesPage(
  leftOut: readonly OmittedFile[],
  name: string,
  { paper, head }: { paper: Paper; head: string },
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
          {leftOut.map(({ label, reason }, index) => (
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
    paper,
    headerHtml: runningHead(head),
    footerHtml: enclosureFoot('Attachments not included', name),
  };
}
