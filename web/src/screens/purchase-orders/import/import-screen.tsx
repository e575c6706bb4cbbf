import { FileDown } from 'lucide-react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import type { ImportKind } from '#domain/import/import';
import { Button } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { FileToCheck } from '../../../parts/fields/file-to-check.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { PageTabs } from '../../../parts/page/page-tabs.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { downloadBlob } from '../../../download-blob.ts';
import { useSession } from '../../../session/session.tsx';
import { readTemplate } from './calls.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgressPanel } from './import-progress.tsx';
import { useImport } from './use-import.ts';
import { pluralNoun } from './words.ts';

const tabs = [
  { id: 'orders', kind: 'PO', text: 'Purchase Orders', href: '/po/import' },
  { id: 'vendors', kind: 'VENDOR', text: 'Temporary Vendors', href: '/po/import/vendors' },
] as const;

const help: Record<ImportKind, string> = {
  PO: 'One row per line. Rows with the same import key make up one purchase order. Everything is imported as your drafts.',
  VENDOR: 'One row per vendor. Purchase orders can then use them, on the form and in files.',
};

/** Imports purchase orders or temporary vendors from a file: choose, check line by line, import. */
export function ImportScreen() {
  const { can } = useSession();
  const { kind = 'orders' } = useParams();
  const [params] = useSearchParams();
  const open = tabs.find(({ id }) => id === kind) ?? tabs[0];
  const run = params.get('run');
  useTitle(`Import ${pluralNoun(open.kind)}`);
  if (!can('CreatePurchaseOrders', 'FULL')) return <Navigate to="/po" replace />;
  return (
    <>
      <div className="gutter">
        <PageHeader title="Import" detail={`Up to 2,000 rows from Excel (.xlsx) or CSV.`} />
      </div>
      <PageTabs label="Import" tabs={tabs} selected={open.id}>
        <div className="pt-5 pb-8">
          {run !== null && open.kind === 'PO' ? (
            <ImportProgressPanel key={run} id={run} />
          ) : (
            <FromFile key={open.kind} kind={open.kind} />
          )}
        </div>
      </PageTabs>
    </>
  );
}

function FromFile({ kind }: { kind: ImportKind }) {
  const { chosen, check, busy, failure, choose, importAll } = useImport(kind);
  return (
    <div className="grid gap-6">
      <div className="gutter grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[42rem] text-sm text-pretty text-ink-muted">{help[kind]}</p>
          <Templates kind={kind} />
        </div>
        <FileToCheck
          accept={['.xlsx', '.csv']}
          fileName={chosen?.file.name}
          isChecking={busy === 'checking'}
          isChecked={check !== null}
          failure={failure}
          isDisabled={busy !== null}
          onFile={(file) => void choose(file)}
        />
      </div>
      {check && chosen ? (
        <ImportPreview
          check={check}
          fileName={chosen.file.name}
          isBusy={busy === 'importing'}
          onImport={() => void importAll()}
        />
      ) : null}
    </div>
  );
}

/** Templates with the column headers of this show and an example. */
function Templates({ kind }: { kind: ImportKind }) {
  const { show } = useSession();
  const flash = useToast();
  const save = async (format: 'csv' | 'xlsx') => {
    try {
      const name = kind === 'PO' ? 'Purchase order import' : 'Vendor import';
      downloadBlob(await readTemplate(show.id, kind, format), `${name}.${format}`);
    } catch {
      flash('failure', 'The template could not be created. Try again.');
    }
  };
  return (
    <div className="flex gap-2">
      <Button onPress={() => void save('xlsx')}>
        <FileDown aria-hidden className="size-4" />
        Excel template
      </Button>
      <Button onPress={() => void save('csv')}>
        <FileDown aria-hidden className="size-4" />
        CSV template
      </Button>
    </div>
  );
}
