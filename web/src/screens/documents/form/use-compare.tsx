import { useState } from 'react';
import type { DraftNames } from '#domain/drafts/draft-differences';
import { draftDifferences } from '#domain/drafts/draft-differences';
import { withAutomaticCodes } from '../../../forms/document/lines/line-edits.ts';
import { useAccountFields, useDepartments } from '../../../forms/document/model/use-reference-data.ts';
import type { SaveConflict } from '../../../forms/document/saving/use-save.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { kinds } from '../paths.ts';
import { saveFailed } from '../messages.ts';
import { useRules } from '../use-rules.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { ComparedDraft, FormDefinition, FormSource } from './form-definition.ts';
import type { ChangeEvent } from '#domain/history/history-response';

interface Comparison<Draft, Wire> extends SaveConflict<Draft> {
  theirs: Wire;
}

/** Lets the user choose between their own draft and the version that another user saved in the meantime (DEC-82). */
export function useCompare<Draft extends ComparedDraft, Wire extends FormSource>(
  of: FormDefinition<Draft, Wire>,
  wire: Wire,
  onReopen: () => void,
) {
  const { show } = useSession();
  const flash = useToast();
  const rules = useRules(of.documentOf(wire));
  const { data: fields = null } = useAccountFields();
  const { data: departments = [] } = useDepartments();
  const [opened] = useState(wire);
  const [comparison, setComparison] = useState<Comparison<Draft, Wire> | null>(null);
  const open = async (conflict: SaveConflict<Draft>) => {
    try {
      setComparison({ ...conflict, theirs: await of.read(show.id, wire.id) });
    } catch (error) {
      flash('failure', saveFailed(error, of.documentOf(wire).name));
    }
  };
  const names: DraftNames = of.namesOf(comparison ? [opened, comparison.theirs] : [opened]);
  // Account codes that the form fills in automatically do not count as changes.
  const draftOf = (stored: Wire) => {
    const department = departments.find(({ id }) => id === stored.department?.id);
    return withAutomaticCodes(of.draftOf(stored), {
      fields,
      allowed: department?.settings.accountCodes ?? {},
    });
  };
  const changes: readonly ChangeEvent[] = comparison?.conflict.changes ?? [];
  const close = () => setComparison(null);
  const dialog = (
    <CompareDialog
      noun={kinds[of.docType].noun}
      isOpen={comparison !== null}
      isBusy={false}
      changes={changes}
      differences={
        comparison
          ? draftDifferences(draftOf(opened), comparison.mine, draftOf(comparison.theirs), names)
          : []
      }
      isEditable={rules.checkEdit() === null}
      onBack={close}
      onTakeTheirs={() => {
        close();
        onReopen();
      }}
      onKeepMine={() => {
        close();
        comparison?.saveOver(comparison.theirs.contentVersion);
      }}
    />
  );
  return { open, dialog };
}
