import { useNavigate } from 'react-router';
import { editable } from '#domain/document';
import { Button } from '../../../parts/button.tsx';
import { ActionBar } from './action-bar.tsx';
import { DiscardQuestion, PullQuestion, PushQuestion, ReasonQuestions } from './bar-dialogs.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useBar } from './use-bar.ts';
import type { StoredDocument } from '../document.ts';
import { editPath, kinds } from '../kinds.ts';

/** PO-15, PO-22, PO-23: what the one who raised the document can do with it. */
export function SubmitterBar(props: { document: StoredDocument }) {
  const { document } = props;
  const navigate = useNavigate();
  const bar = useBar(document, 'CREATOR');
  return (
    <>
      <ActionBar label="Submission actions" backTo={kinds[document.docType].home}>
        <MoreMenu document={document} bar={bar} isSubmitter />
        {editable(document.submissionStatus) ? (
          <>
            <Button
              reason={bar.whyNotEdit('save')}
              isDisabled={bar.busy !== null}
              onPress={() => void navigate(editPath(document.docType, document.id))}
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
      <PullQuestion document={document} bar={bar} />
      <PushQuestion document={document} bar={bar} />
      <DiscardQuestion document={document} bar={bar} />
      <ReasonQuestions document={document} bar={bar} />
    </>
  );
}
