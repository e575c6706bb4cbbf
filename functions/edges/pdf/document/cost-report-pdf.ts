import type { BrowserEnv } from '#edges/pdf/browser-renderer';
import { renderPdf } from '#edges/pdf/browser-renderer';
import { costReportJob } from './cost-report-page.tsx';
import type { CostReportPage } from './cost-report-page.tsx';

/** Prints a cost report. */
export function costReportPdf(env: BrowserEnv, page: CostReportPage): Promise<Uint8Array> {
  return renderPdf(env, costReportJob(page));
}
