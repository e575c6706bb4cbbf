import type { User } from '#domain/management/management-response';
import type { Option } from '../../../../parts/fields/select.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import type { FlowName } from './replace-approver.tsx';

const ReplaceApprover = lazyPart(async () => (await import('./replace-approver.tsx')).ReplaceApprover);

/** The dialog that replaces one of these users in a flow, or a user in all flows. */
export function ReplacementDialog(props: {
  formers: readonly Option[];
  flow: FlowName | null;
  openedId?: string | null;
  onStarted?: () => void;
  onClose: () => void;
}) {
  return (
    <LazyOverlay onClose={props.onClose}>
      <ReplaceApprover openedId={null} {...props} />
    </LazyOverlay>
  );
}

/** The dialog that replaces a user, or shows a replacement that was started before. */
export function ReplacementOverlay(props: {
  user: User;
  openedId: string | null;
  onStarted?: () => void;
  onClose: () => void;
}) {
  const { user, ...others } = props;
  const former = { id: user.id, text: `${user.firstName} ${user.lastName}` };
  return <ReplacementDialog formers={[former]} flow={null} {...others} />;
}
