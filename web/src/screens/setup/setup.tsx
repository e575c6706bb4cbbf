import { Link } from 'react-aria-components/Link';
import { Navigate, Outlet, useLocation } from 'react-router';
import { bringInSight } from '../../parts/page/scroll-tab-into-view.ts';
import { tabClass } from '../../parts/page/tab-link.tsx';
import { areaOf, openAreas } from '../../session/management-areas.ts';
import type { ManagementArea } from '../../session/management-areas.ts';
import { useSession } from '../../session/session.tsx';
import { GettingStarted } from './getting-started.tsx';

/** SH-23, MG-01: the management screens, for whoever may read the area of the address; others are sent to `/` (PE-09). */
export function Setup() {
  const { rights } = useSession();
  const { pathname } = useLocation();
  const open = openAreas(rights);
  const here = areaOf(pathname);
  const [first] = open;
  if (!first) return <Navigate to="/" replace />;
  if (!here) return <Navigate to={first.href} replace />;
  if (!open.some(({ id }) => id === here.id)) return <Navigate to="/" replace />;
  const isForm = pathname !== here.href && here.id !== 'settings';
  return (
    <div className="flex min-h-full max-md:flex-col">
      <Areas open={open} here={here} />
      <div className="flex min-w-0 flex-1 flex-col">
        {isForm ? null : <GettingStarted />}
        <Outlet />
      </div>
    </div>
  );
}

/** A tab on narrow screens, a line of the column on wide ones. */
const areaClass = `${tabClass} md:h-9 md:rounded-md md:px-3 md:outline-offset-[-2px] md:after:hidden md:data-hovered:bg-surface-hover md:aria-[current=page]:bg-surface-pressed`;

/** The areas: beside the page where there is room, above it otherwise. */
function Areas(props: { open: readonly ManagementArea[]; here: ManagementArea }) {
  const { id } = props.here;
  return (
    <nav
      aria-label="Management"
      className="shrink-0 border-line max-md:border-b md:w-52 md:border-r md:bg-surface"
    >
      <div className="gutter touch:h-12 relative flex h-11 [scrollbar-width:none] max-md:overflow-x-auto md:sticky md:top-0 md:h-auto md:flex-col md:gap-0.5 md:px-3 md:py-5">
        {props.open.map((area) => (
          <Link
            key={area.id}
            ref={area.id === id ? bringInSight : null}
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
