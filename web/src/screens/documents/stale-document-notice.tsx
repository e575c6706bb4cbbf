import { useState } from 'react';
import { Info } from 'lucide-react';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { useSession } from '../../session/session.tsx';
import { disabledReason } from './disabled-reasons.ts';
import type { StoredDocument } from './document.ts';
import { kinds, reviewPath } from './paths.ts';
import { useRules } from './use-rules.ts';

const icon = <Info aria-hidden className="size-4" />;

/**
 * Warns in an open form that other users changed the document. On save, both versions are compared before one is
 * replaced (DEC-82). A document that is no longer editable cannot be saved (PO-59). The user's input is kept in both
 * cases.
 */
export function StaleDocumentNotice(props: {
  document: StoredDocument;
  /** The document as form content. A new response with the same content shows no notice. */
  content: string;
  isApproverEdit: boolean;
  onReopen: () => void;
}) {
  const { document, content, isApproverEdit } = props;
  const { user, config } = useSession();
  const rules = useRules(document);
  const [opened] = useState(content);
  const reader = {
    userId: user.id,
    settings: config.settings,
    sendUnapproved: config.sendUnapprovedPurchaseOrders,
  };
  const action = isApproverEdit ? 'edit-in-approval' : 'save';
  const refusal = disabledReason(rules.checkEdit(), action, document, reader);
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
