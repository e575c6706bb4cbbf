import { useState } from 'react';
import { Info } from 'lucide-react';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session/session.tsx';
import { reasonFor } from './reasons.ts';
import { useRules } from './subject.ts';

const icon = <Info aria-hidden className="size-4" />;

function contentOf(order: PurchaseOrder): string {
  return JSON.stringify(draftOf(order));
}

/**
 * Tells whoever has the form open what others have done to the document in the meantime: of two saves the last one
 * stands (DEC-82), and what is no longer editable cannot be saved at all (PO-59). What was typed is kept either way.
 */
export function OvertakenNotice(props: {
  order: PurchaseOrder;
  isApproverEdit: boolean;
  reviewPath: string;
  onReopen: () => void;
}) {
  const { order } = props;
  const { user, config } = useSession();
  const rules = useRules(order);
  const [opened] = useState(() => contentOf(order));
  const who = { userId: user.id, preventsSelf: config.settings.preventSelfApproval };
  const action = props.isApproverEdit ? 'edit-in-approval' : 'save';
  const refusal = reasonFor(rules.askEdit(), action, order, who);
  if (refusal !== null) {
    return (
      <Notice icon={icon} actions={<ButtonLink href={props.reviewPath}>Open the Review</ButtonLink>}>
        {`It can no longer be edited here. ${refusal}`}
      </Notice>
    );
  }
  if (contentOf(order) === opened) return null;
  return (
    <Notice icon={icon} actions={<Button onPress={props.onReopen}>Show the Saved Version</Button>}>
      Somebody has saved this purchase order since you opened it. Saving yours replaces theirs.
    </Notice>
  );
}
