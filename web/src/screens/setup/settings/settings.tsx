import { Outlet, useLocation } from 'react-router';
import { LoadFailure, PageHeader } from '../../../parts/page/card.tsx';
import { PageTabs } from '../../../parts/page/page-tabs.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useSession } from '../../../session/session.tsx';
import { LoadingSections } from '../managed-form/loading-form.tsx';
import { readOnlyText, useIsReadOnly, useShowDetails } from './show-details.ts';

const general = { id: 'general', href: '/setup/settings', text: 'General' } as const;
const tabs = [
  general,
  { id: 'addresses', href: '/setup/settings/addresses', text: 'Addresses' },
  { id: 'categories', href: '/setup/settings/categories', text: 'Categories' },
  { id: 'companies', href: '/setup/settings/companies', text: 'Terms & Conditions' },
  { id: 'currencies', href: '/setup/settings/currencies', text: 'Currencies' },
  { id: 'periods', href: '/setup/settings/periods', text: 'Periods' },
  { id: 'webhooks', href: '/setup/settings/webhooks', text: 'Webhooks' },
  { id: 'archive', href: '/setup/settings/archive', text: 'Archive' },
] as const;

/** The settings of the open show (MG-28, SH-66). Read-only without FULL Show (DEC-92). */
export function SettingsScreen() {
  const { show, can } = useSession();
  const { pathname } = useLocation();
  const isReadOnly = useIsReadOnly();
  const { data, error, isLoading, isValidating, mutate } = useShowDetails();
  const at = pathname.replace(/\/$/, '');
  const shown = tabs.filter(({ id }) => id !== 'periods' || can('Budget', 'READ'));
  const open = shown.find(({ href }) => href === at) ?? general;
  useTitle(open === general ? 'Settings' : `Settings: ${open.text}`);
  return (
    <>
      <div className="gutter">
        <PageHeader title="Settings" detail={isReadOnly ? readOnlyText : show.name} />
      </div>
      <PageTabs label="Settings" tabs={shown} selected={open.id}>
        <div className="gutter max-w-[1200px] pt-5 pb-8" aria-busy={!data && isLoading}>
          {data ? <Outlet /> : null}
          {!data && isLoading ? <LoadingSections /> : null}
          {!data && !isLoading && error !== undefined ? (
            <LoadFailure
              text="Error occurred while retrieving show settings."
              onRetry={() => void mutate()}
              isBusy={isValidating}
              error={error}
            />
          ) : null}
        </div>
      </PageTabs>
    </>
  );
}
