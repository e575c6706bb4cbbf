import { Link } from 'react-aria-components/Link';
import { Navigate, Outlet, useLocation } from 'react-router';
import { areaOf, openAreas } from '../../session/management.ts';
import { useSession } from '../../session/session.tsx';

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
  return (
    <>
      <nav aria-label="Management" className="gutter overflow-x-auto border-b border-line pt-2">
        <div className="-mx-3 flex gap-1">
          {open.map((area) => (
            <Link
              key={area.id}
              href={area.href}
              aria-current={area.id === here.id ? 'page' : 'false'}
              className="relative flex h-10 shrink-0 cursor-pointer items-center px-3 font-medium whitespace-nowrap text-ink-muted outline-offset-[-4px] after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full aria-[current=page]:text-ink aria-[current=page]:after:bg-ink data-hovered:text-ink"
            >
              {area.text}
            </Link>
          ))}
        </div>
      </nav>
      <Outlet />
    </>
  );
}
