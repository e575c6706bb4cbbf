import { ButtonLink } from '../../../../parts/controls/button.tsx';
import { useSession } from '../../../../session/session.tsx';

/** A link to Health above documents that failed to send to accounting, for users who manage the show. */
export function HealthLink() {
  const { show } = useSession();
  return (
    <p className="flex flex-wrap items-center gap-3 pb-3 text-sm text-ink-muted">
      Open Health to see why.
      <ButtonLink href={`/setup/health/${show.id}`}>Health</ButtonLink>
    </p>
  );
}
