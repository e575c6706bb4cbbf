import { useState } from 'react';
import { Info } from 'lucide-react';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { useSession } from '../../session/session.tsx';
import { reasonFor } from './disabled-reasons.ts';
import type { StoredDocument } from './document.ts';
import { kinds, reviewPath } from './paths.ts';
import { useRules } from './use-rules.ts';

const icon = <Info aria-hidden className="size-4" />;

/**
 * Tells whoever has the form open what others have done to the document in the meantime: a save of
 * theirs is compared with it before it is replaced (DEC-82), and what is no longer editable cannot be saved at all (PO-59). What was typed is kept either way.
 */
export function StaleDocumentNotice(props: {
  document: StoredDocument;
  /** What a form would hold of it: another answer with the same content is no news. */
  content: string;
  isApproverEdit: boolean;
  onReopen: () => void;
}) {
  const { document, content, isApproverEdit } = props;
  const { user, config } = useSession();
  const rules = useRules(document);
  const [opened] = useState(content);
  const who = {
    userId: user.id,
    settings: config.settings,
    sendUnapproved: config.sendUnapprovedPurchaseOrders,
  };
  const action = isApproverEdit ? 'edit-in-approval' : 'save';
  const refusal = reasonFor(rules.askEdit(), action, document, who);
  if (refusal !== null) {
    const review = reviewPath(document.docType, document.id, isApproverEdit ? 'APPROVER' : 'CREATOR');
    return (
      <Notice icon={icon} actions={<ButtonLink href={review}>Open the Review</ButtonLink>}>
        {`It can no longer be edited here. ${refusal}`}
      </Notice>
    );
  }
  if (content === opened) return null;
  return (
    <Notice icon={icon} actions={<Button onPress={props.onReopen}>Show the Saved Version</Button>}>
      {`Someone saved this ${kinds[document.docType].noun} after you opened it. When you save, you can compare both versions and choose.`}
    </Notice>
  );
}
