import type { PrintJob } from '#edges/pdf/browser-renderer';
import { paperSizeOf } from './formatting.ts';
import { HeaderFields, Header, Parties } from './header.tsx';
import { Lines } from './lines.tsx';
import { documentHtml, pageFooter, pageHeader } from './html-page.tsx';
import type { PageModel } from './page-model.ts';
import { displayName } from './page-model.ts';
import { Approval, History, Notes, Notices } from './approvals-and-history.tsx';

/** The topsheet of a document, with the selected notes and history (PD-25, DEC-55). */
export function topsheetJob(model: PageModel): PrintJob {
  const { letterhead, watermark, legalText } = model;
  const name = displayName(model);
  const html = documentHtml(
    name,
    <>
      {watermark && (
        <div class="watermark" style={{ '--letters': String(watermark.length) }} aria-hidden="true">
          {watermark}
        </div>
      )}
      <Header {...model} />
      <HeaderFields {...model} />
      <Parties {...model} />
      <Lines {...model} />
      <Approval {...model} />
      <Notices {...model} />
      <Notes {...model} />
      <History {...model} />
    </>,
  );
  return {
    html,
    paperSize: paperSizeOf(model.currency),
    headerHtml: pageHeader(legalText),
    footerHtml: pageFooter(`${letterhead.productionCompany} · ${letterhead.showName}`, name),
  };
}
