import type { PrintJob } from '#edges/pdf/browser-renderer';
import { paperOf } from './formatting.ts';
import { Facts, Head, Parties } from './header.tsx';
import { Lines } from './lines.tsx';
import { documentHtml, runningFoot, runningHead } from './html-page.tsx';
import type { Sheet } from './page-model.ts';
import { nameOf } from './page-model.ts';
import { Approval, History, Notes, Notices } from './approvals-and-history.tsx';

/** PD-25, DEC-55: the topsheet of a document, with notes and history where asked for. */
export function sheetJob(sheet: Sheet): PrintJob {
  const { letterhead, mark, legalText } = sheet;
  const name = nameOf(sheet);
  const html = documentHtml(
    name,
    <>
      {mark && (
        <div class="watermark" style={{ '--letters': String(mark.length) }} aria-hidden="true">
          {mark}
        </div>
      )}
      <Head {...sheet} />
      <Facts {...sheet} />
      <Parties {...sheet} />
      <Lines {...sheet} />
      <Approval {...sheet} />
      <Notices {...sheet} />
      <Notes {...sheet} />
      <History {...sheet} />
    </>,
  );
  return {
    html,
    paper: paperOf(sheet.currency),
    headerHtml: runningHead(legalText),
    footerHtml: runningFoot(`${letterhead.productionCompany} · ${letterhead.showName}`, name),
  };
}
