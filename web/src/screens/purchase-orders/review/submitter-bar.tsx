import { useNavigate } from 'react-router';
import { editable } from '#domain/document';
import type { PurchaseOrder } from '#domain/purchase-order';
import { Button } from '../../../parts/button.tsx';
import { ActionBar } from './action-bar.tsx';
import { DiscardQuestion, PullQuestion, PushQuestion, ReasonQuestions } from './bar-dialogs.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useBar } from './use-bar.ts';

/** PO-15, PO-22, PO-23: what the one who raised the document can do with it. */
export function SubmitterBar(props: { order: PurchaseOrder }) {
  const { order } = props;
  const navigate = useNavigate();
  const bar = useBar(order, '/po');
  return (
    <>
      <ActionBar label="Submission actions" backTo="/po">
        <MoreMenu order={order} bar={bar} isSubmitter />
        {editable(order.submissionStatus) ? (
          <>
            <Button
              reason={bar.whyNotEdit('save')}
              isDisabled={bar.busy !== null}
              onPress={() => void navigate(`/po/edit/${order.id}`)}
            >
              Edit
            </Button>
            <Button
              look="primary"
              reason={bar.why('submit')}
              isDisabled={bar.busy !== null && bar.busy !== 'submit'}
              isPending={bar.busy === 'submit'}
              onPress={() => bar.act('submit')}
            >
              Submit for Approval
            </Button>
          </>
        ) : null}
      </ActionBar>
      <PullQuestion order={order} bar={bar} />
      <PushQuestion order={order} bar={bar} />
      <DiscardQuestion order={order} bar={bar} />
      <ReasonQuestions order={order} bar={bar} />
    </>
  );
}
