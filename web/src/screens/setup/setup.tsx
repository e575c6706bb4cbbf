import { Link } from 'react-aria-components/Link';
import { Navigate, Outlet, useLocation } from 'react-router';
import { scrollTabIntoView } from '../../parts/page/scroll-tab-into-view.ts';
import { tabClass } from '../../parts/page/tab-link.tsx';
import { areaOf, openAreas } from '../../session/management-areas.ts';
import type { ManagementArea } from '../../session/management-areas.ts';
import { useSession } from '../../session/session.tsx';
import { GettingStarted } from './getting-started.tsx';

/**
 * The management screens, for users who may read the area of the address (SH-23, MG-01). Others are redirected to `/`
 * (PE-09).
 */
export function Setup() {
  const { rights } = useSession();
  const { pathname } = useLocation();
  const open = openAreas(rights);
  const current = areaOf(pathname);
  const [first] = open;
  if (!first) return <Navigate to="/" replace />;
  if (!current) return <Navigate to={first.href} replace />;
  if (!open.some(({ id }) => id === current.id)) return <Navigate to="/" replace />;
  const isForm = pathname !== current.href && current.id !== 'settings';
  return (
    <div className="flex min-h-full max-md:flex-col">
      <Areas open={open} current={current} />
      <div className="flex min-w-0 flex-1 flex-col">
        {isForm ? null : <GettingStarted />}
        <Outlet />
      </div>
    </div>
  );
}

/** A tab on narrow screens, a line of the side column on wide ones. */
const areaClass = `${tabClass} md:h-9 md:rounded-md md:px-3 md:outline-offset-[-2px] md:after:hidden md:data-hovered:bg-surface-hover md:aria-[current=page]:bg-surface-pressed`;

/** The areas: next to the page if there is room, otherwise above it. */
function Areas(props: { open: readonly ManagementArea[]; current: ManagementArea }) {
  const { id } = props.current;
  return (
    <nav
      aria-label="Management"
      className="shrink-0 border-line max-md:border-b md:w-52 md:border-r md:bg-surface"
    >
      <div className="gutter touch:h-12 relative flex h-11 [scrollbar-width:none] max-md:overflow-x-auto md:sticky md:top-0 md:h-auto md:flex-col md:gap-0.5 md:px-3 md:py-5">
        {props.open.map((area) => (
          <Link
            key={area.id}
            ref={area.id === id ? scrollTabIntoView : null}
            href={area.href}
            aria-current={area.id === id ? 'page' : 'false'}
            className={`${areaClass} max-md:first:-ml-2`}
          >
            {area.text}
          </Link>
        ))}
      </div>
    </nav>
  );
}
