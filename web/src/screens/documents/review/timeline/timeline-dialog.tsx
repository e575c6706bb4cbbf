import { useState } from 'react';
import type { Persona } from '#domain/document';
import { documentTimeline, finalVersions } from '#domain/history/document-timeline';
import type { TimelineKind } from '#domain/history/document-timeline';
import { contentVersions } from '#domain/history/version-changes';
import { Button } from '../../../../parts/controls/button.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';
import { versionsOf } from '../../export/versions.ts';
import { allOptions } from '../../export/export-options.ts';
import { useExport } from '../../export/use-export.ts';
import { KindFilter } from './kind-filter.tsx';
import { TimelineList } from './timeline-list.tsx';
import { VersionComparison } from './version-comparison.tsx';

/** The texts of the approved versions, by their index: several of a purchase order (DEC-69), else one (TIME-06). */
function approvedTexts(document: StoredDocument): string[] {
  if (document.docType !== 'PO') return [`the approved ${kinds[document.docType].noun}`];
  const { approved, all } = versionsOf(document.wire);
  return approved.map((_version, index) => all[index]?.text ?? '');
}

function entriesOf(document: StoredDocument) {
  const { docType, historyEvents, changes, notes, sendHistoryResource } = document;
  const approvedVersions =
    document.docType === 'PO' ? document.wire.approvalHistory : finalVersions(document);
  return documentTimeline({ docType, historyEvents, changes, notes, sendHistoryResource, approvedVersions });
}

/** Everything that happened to a document in one list, or two of its versions side by side (TIME-01, TIME-05). */
export function TimelineDialog(props: { document: StoredDocument; persona: Persona; onClose: () => void }) {
  const { document, persona, onClose } = props;
  const exporting = useExport(document, persona);
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const [compared, setCompared] = useState<readonly [number, number] | null>(null);
  const entries = entriesOf(document);
  const versions = contentVersions(document.changes);
  const [first, last] = [versions[0], versions.at(-1)];
  const pdf = {
    texts: approvedTexts(document),
    isBusy: exporting.phase !== null,
    isLocked: exporting.isLocked,
    // The approved invoice or payment is the present one.
    download: (index: number) =>
      void exporting.run(allOptions(document.docType), document.docType === 'PO' ? index : null),
  };
  const compareAll =
    first && last && first !== last ? () => setCompared([first.contentVersion, last.contentVersion]) : null;
  return (
    <Dialog
      title={compared ? 'Compare Versions' : 'Timeline'}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        compared ? (
          <Button onPress={() => setCompared(null)}>Back to Timeline</Button>
        ) : (
          <>
            {compareAll ? <Button onPress={compareAll}>Compare Versions</Button> : null}
            <Button onPress={onClose}>Close</Button>
          </>
        )
      }
    >
      {compared ? (
        <VersionComparison
          changes={document.changes}
          versions={versions}
          compared={compared}
          onChange={setCompared}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <KindFilter entries={entries} kind={kind} onChange={setKind} />
          <TimelineList
            entries={kind === null ? entries : entries.filter((entry) => entry.kind === kind)}
            pdf={pdf}
            onCompare={(version) => setCompared([version - 1, version])}
          />
        </div>
      )}
      {exporting.error ? (
        <p role="alert" className="pt-3 text-sm text-negative">
          {exporting.error}
        </p>
      ) : null}
    </Dialog>
  );
}
