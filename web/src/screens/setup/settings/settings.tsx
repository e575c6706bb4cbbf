import { Link } from 'react-aria-components/Link';
import { Outlet, useLocation } from 'react-router';
import { LoadFailure, PageHead } from '../../../parts/card.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { useTitle } from '../../../parts/use-title.ts';
import { useSession } from '../../../session/session.tsx';
import { useShowDetails } from './show-details.ts';

const parts = [
  { href: '/setup/settings', text: 'General' },
  { href: '/setup/settings/addresses', text: 'Addresses' },
  { href: '/setup/settings/categories', text: 'Categories' },
  { href: '/setup/settings/companies', text: 'Terms & Conditions' },
] as const;

/** MG-28, SH-66: the settings of the open show. Without FULL Show all of it is seen and nothing changed (DEC-92). */
export function SettingsScreen() {
  const { show } = useSession();
  const { pathname } = useLocation();
  const { data, error, isLoading, isValidating, mutate } = useShowDetails();
  useTitle('Settings');
  return (
    <div className="gutter mx-auto w-full max-w-[1200px] pb-8">
      <PageHead title="Settings" detail={show.name} />
      <nav aria-label="Settings" className="mb-5 flex gap-1 overflow-x-auto">
        {parts.map(({ href, text }) => (
          <Link
            key={href}
            href={href}
            aria-current={pathname.replace(/\/$/, '') === href ? 'page' : 'false'}
            className="touch:min-h-11 flex h-8 shrink-0 cursor-pointer items-center rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-muted aria-[current=page]:bg-surface-pressed aria-[current=page]:text-ink data-hovered:text-ink"
          >
            {text}
          </Link>
        ))}
      </nav>
      {data ? <Outlet /> : null}
      {!data && isLoading ? <Loading /> : null}
      {!data && !isLoading && error !== undefined ? (
        <LoadFailure
          text="Error occurred while retrieving show settings."
          onRetry={() => void mutate()}
          isBusy={isValidating}
        />
      ) : null}
    </div>
  );
}
