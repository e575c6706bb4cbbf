import { useState } from 'react';
import type { ChangeEvent } from '#domain/history/document-changes';
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

interface Compared<Draft, Wire> extends SaveConflict<Draft> {
  theirs: Wire;
}

/** Lets the user choose between the own work and what somebody saved meanwhile (DEC-82). */
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
  const [began] = useState(wire);
  const [compared, setCompared] = useState<Compared<Draft, Wire> | null>(null);
  const open = async (conflict: SaveConflict<Draft>) => {
    try {
      setCompared({ ...conflict, theirs: await of.read(show.id, wire.id) });
    } catch (error) {
      flash('failure', saveFailed(error, of.documentOf(wire).name));
    }
  };
  const names: DraftNames = of.namesOf(compared ? [began, compared.theirs] : [began]);
  // Codes that a form fills in by itself are nobody's change.
  const draftOf = (stored: Wire) => {
    const department = departments.find(({ id }) => id === stored.department?.id);
    return withAutomaticCodes(of.draftOf(stored), {
      fields,
      allowed: department?.settings.accountCodes ?? {},
    });
  };
  const changes: readonly ChangeEvent[] = compared?.conflict.changes ?? [];
  const close = () => setCompared(null);
  const dialog = (
    <CompareDialog
      noun={kinds[of.docType].noun}
      isOpen={compared !== null}
      isBusy={false}
      changes={changes}
      differences={
        compared ? draftDifferences(draftOf(began), compared.mine, draftOf(compared.theirs), names) : []
      }
      isEditable={rules.askEdit() === null}
      onBack={close}
      onTakeTheirs={() => {
        close();
        onReopen();
      }}
      onKeepMine={() => {
        close();
        compared?.saveOver(compared.theirs.contentVersion);
      }}
    />
  );
  return { open, dialog };
}
