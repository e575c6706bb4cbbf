import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { ImportError } from '#domain/import/import-response';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { useTitle } from '../../parts/hooks/use-document-title.ts';
import { Card, PageHeader } from '../../parts/page/card.tsx';
import { useSession } from '../../session/session.tsx';
import { FileFaults, FileTotals } from './file-rows.tsx';

/** The page of an import into the budget. Users without FULL `Budget` are sent back. */
export function UploadPage(props: { title: string; backHref: string; detail: string; children: ReactNode }) {
  const { title, backHref, detail } = props;
  const { can } = useSession();
  useTitle(title);
  if (!can('Budget', 'FULL')) return <Navigate to={backHref} replace />;
  return (
    <>
      <div className="gutter">
        <PageHeader title={title} detail={detail} acts={<ButtonLink href={backHref}>Cancel</ButtonLink>} />
      </div>
      {props.children}
    </>
  );
}

/** The totals of a dry run, its errors, and the import of a file without any. */
export function CheckedFile(props: {
  fileName: string;
  /** What errors without a row concern. */
  subject: string;
  /** What to do about its errors. */
  correction: string;
  check: { currency: string; ignored: readonly string[]; faults: readonly ImportError[]; ready: number };
  totals: readonly (readonly [string, number])[];
  /** Beside the button. */
  children: ReactNode;
  importText: string;
  /** Why a file without errors cannot be imported yet; null if it can. */
  reason?: string | null;
  isBusy: boolean;
  onImport: () => void;
}) {
  const { currency, ignored, faults, ready } = props.check;
  const correction = faults.length > 0 ? props.correction : null;
  return (
    <>
      <div className="gutter">
        <Card title={props.fileName}>
          <FileTotals currency={currency} entries={props.totals} />
          {ignored.length > 0 ? (
            <p className="pt-3 text-sm wrap-anywhere text-ink-muted">{`Columns ignored: ${ignored.join(', ')}.`}</p>
          ) : null}
          {correction === null ? null : <p className="pt-3 text-sm text-negative">{correction}</p>}
          {ready > 0 ? (
            <div className="flex flex-wrap items-end justify-between gap-4 pt-4">
              {props.children}
              <Button
                look="primary"
                onPress={props.onImport}
                isPending={props.isBusy}
                reason={correction ?? props.reason ?? null}
              >
                {props.importText}
              </Button>
            </div>
          ) : null}
        </Card>
      </div>
      <FileFaults subject={props.subject} faults={faults} />
    </>
  );
}
