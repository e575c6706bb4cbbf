import type { ReactNode } from 'react';
import { inApproval } from '#domain/document';
import { Button } from '../../../../parts/controls/button.tsx';
import { MenuItem } from '../../../../parts/overlays/menu.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';
import type { DecisionName } from './review-actions.ts';
import type { ActionBarState } from './use-action-bar.ts';

interface DecisionContext {
  document: StoredDocument;
  bar: ActionBarState;
  onEdit: () => void;
}

const looks = {
  void: { text: 'Void', look: 'danger' },
  deny: { text: 'Deny', look: 'danger' },
  revise: { text: 'Revise', look: 'plain' },
  edit: { text: 'Edit', look: 'plain' },
} as const satisfies Record<DecisionName, object>;

/** What an action does, and why the user cannot do it now. */
function decisionOf(name: DecisionName, { bar, onEdit }: DecisionContext) {
  if (name === 'edit') return { reason: bar.editDisabledReason('edit-in-approval'), act: onEdit };
  return { reason: bar.disabledReason(name), act: () => bar.openDialog(name) };
}

/** Returns which of a type's actions apply. Void is also shown outside approval, to users with that permission. */
export function useOffered(document: StoredDocument): (name: DecisionName) => boolean {
  const { can } = useSession();
  const { void: voiding } = kinds[document.docType];
  return (name) => (name === 'void' ? voiding !== null && can(voiding, 'FULL') : inApproval(document.status));
}

/** An action next to Approve (DEC-77). */
export function Decision(props: DecisionContext & { name: DecisionName }) {
  const { text, look } = looks[props.name];
  const { reason, act } = decisionOf(props.name, props);
  return (
    <Button look={look} reason={reason} isDisabled={props.bar.busy !== null} onPress={act}>
      {text}
    </Button>
  );
}

/** The same as an entry of the menu, where the bar of a phone has no room for it (REV-02). */
export function decisionItem(name: DecisionName, context: DecisionContext): ReactNode {
  const { text, look } = looks[name];
  const { reason, act } = decisionOf(name, context);
  const isBusy = context.bar.busy !== null;
  return (
    <MenuItem
      key={name}
      id={name}
      danger={look === 'danger'}
      reason={isBusy ? 'Another action is running.' : reason}
      onAction={act}
    >
      {text}
    </MenuItem>
  );
}
