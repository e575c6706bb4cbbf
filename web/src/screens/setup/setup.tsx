import { Navigate, Outlet, useLocation } from 'react-router';
import { TabLink } from '../../parts/tab-link.tsx';
import { areaOf, openAreas } from '../../session/management.ts';
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
    <>
      <nav aria-label="Management" className="gutter overflow-x-auto border-b border-line pt-2">
        <div className="-mx-3 flex h-10 gap-1 max-md:-mx-2">
          {open.map((area) => (
            <TabLink key={area.id} href={area.href} text={area.text} isCurrent={area.id === here.id} />
          ))}
        </div>
      </nav>
      {isForm ? null : <GettingStarted />}
      <Outlet />
    </>
  );
}
