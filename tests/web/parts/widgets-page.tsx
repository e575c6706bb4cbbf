import { createRoot } from 'react-dom/client';
import { createBrowserRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { permissionMatrix } from '#domain/identity/permissions';
import { connect, mustSucceed, send } from '../../../web/src/api.ts';
import { Button } from '../../../web/src/parts/controls/button.tsx';
import { FlashProvider, useToast } from '../../../web/src/parts/overlays/toast.tsx';
import type { FlashType } from '../../../web/src/parts/overlays/toast.tsx';
import { Menu, MenuItem } from '../../../web/src/parts/overlays/menu.tsx';
import { StatusSelect } from '../../../web/src/parts/fields/status-select.tsx';
import { FeatureGuard } from '../../../web/src/session/feature-guard.tsx';
import { Gate } from '../../../web/src/session/require-permission.tsx';
import { SessionProvider } from '../../../web/src/session/session.tsx';
import type { LoginContext, ShowSummary } from '../../../web/src/session/api-types.ts';
import type { OpenShow } from '../../../web/src/session/startup.ts';
import '../../../web/src/theme.css';

/** The widgets by themselves, for what no screen of the product shows on demand. `tests/e2e/app/widgets.spec.ts` opens it. */
const types: readonly FlashType[] = ['success', 'info', 'news', 'warning', 'danger', 'error', 'failure'];

function Flashes() {
  const flash = useToast();
  return (
    <div className="flex flex-wrap gap-2">
      {types.map((type) => (
        <Button key={type} onPress={() => flash(type, `This is ${type}.`)}>
          {type}
        </Button>
      ))}
      <Button onPress={() => flash('error')}>without a text</Button>
    </div>
  );
}

const statuses = [
  { id: 'in-progress', text: 'Pending Approval' },
  { id: 'awaiting-revision', text: 'Awaiting Revision' },
];

function Widgets() {
  return (
    // Below where the banners appear: none comes under the pointer by itself.
    <main className="grid gap-4 p-6" style={{ paddingTop: 256 }}>
      <h1 className="text-xl">Widgets</h1>
      <Flashes />
      <StatusSelect options={statuses} value="awaiting-revision" onChange={() => undefined} />
      <StatusSelect options={statuses} value="in-progress" width={220} onChange={() => undefined} />
      <Menu label="Actions" trigger={<Button>Actions</Button>}>
        <MenuItem id="void" onAction={() => undefined}>
          Void
        </MenuItem>
        <MenuItem id="push" reason="It is in Accounting already." onAction={() => undefined}>
          Push
        </MenuItem>
      </Menu>
    </main>
  );
}

/** As much of a session as a gate asks: an approver's permissions. */
const open = {
  show: { id: 'a-show' },
  rights: { role: 'Approver', permissions: permissionMatrix.Approver, invoices: false, payments: false },
} as unknown as OpenShow;
const context = {
  user: {},
  shows: [],
  recentShows: [] as ShowSummary[],
  features: {},
  platformConfig: {},
  sid: {},
};

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}

function Gated(props: Pick<Parameters<typeof Gate>[0], 'permission' | 'redirect' | 'to'>) {
  return (
    <SessionProvider
      context={context as unknown as LoginContext}
      first={open}
      onShow={() => undefined}
      whenLost={null}
    >
      <Where />
      <Gate level="FULL" {...props}>
        <p>Inside</p>
      </Gate>
    </SessionProvider>
  );
}

/** What stands behind the guard, for somebody with invoices and without payments. */
function Guarded() {
  const rights = { ...open.rights, invoices: true };
  return (
    <>
      <Where />
      <FeatureGuard isFlagged={false} rights={rights}>
        <p>Inside</p>
      </FeatureGuard>
    </>
  );
}

const router = createBrowserRouter([
  { path: '/', element: <Where /> },
  { path: '/elsewhere', element: <Where /> },
  { path: '/widgets', element: <Widgets /> },
  { path: '/holds', element: <Gated permission="CreatePurchaseOrders" redirect="on-lack" /> },
  { path: '/lacks', element: <Gated permission="Show" redirect="on-lack" /> },
  { path: '/lacks-to', element: <Gated permission="Show" redirect="on-lack" to="/elsewhere" /> },
  { path: '/presence', element: <Gated permission="CreatePurchaseOrders" redirect="on-presence" /> },
  {
    path: '/presence-to',
    element: <Gated permission="CreatePurchaseOrders" redirect="on-presence" to="/elsewhere" />,
  },
  { path: '/presence-lacks', element: <Gated permission="Show" redirect="on-presence" /> },
  { path: '/guarded/invoices', element: <Guarded />, handle: { feature: 'invoices' } },
  { path: '/guarded/payments', element: <Guarded />, handle: { feature: 'payments' } },
  { path: '/guarded/budgets', element: <Guarded />, handle: { feature: 'budgets' } },
  { path: '/guarded/role', element: <Guarded />, handle: { feature: 'role' } },
  { path: '/unguarded', element: <Guarded /> },
  { path: '/silent', element: <Gated permission="Show" /> },
]);

let serverErrors = 0;
connect({ onServerError: () => (serverErrors += 1) });

/** Calls as the product does; what is thrown, and how often the generic handling of a failing server ran. */
async function askFor(path: string): Promise<{ message: string; serverErrors: number }> {
  const message = await send(path)
    .then((response) => mustSucceed(response))
    .then(
      () => 'nothing',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  return { message, serverErrors };
}
Object.assign(window, { askFor });

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <FlashProvider>
      <RouterProvider router={router} />
    </FlashProvider>,
  );
}
