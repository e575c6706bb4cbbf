import { createRoot } from 'react-dom/client';
import { createBrowserRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { permissionMatrix } from '#domain/identity/permissions';
import { connect, mustSucceed, send } from '../../../web/src/api.ts';
import { Button } from '../../../web/src/parts/controls/button.tsx';
import { ToastProvider, useToast } from '../../../web/src/parts/overlays/toast.tsx';
import type { ToastType } from '../../../web/src/parts/overlays/toast.tsx';
import { Menu, MenuItem } from '../../../web/src/parts/overlays/menu.tsx';
import { StatusSelect } from '../../../web/src/parts/fields/status-select.tsx';
import { FeatureGuard } from '../../../web/src/session/feature-guard.tsx';
import { RequirePermission } from '../../../web/src/session/require-permission.tsx';
import { SessionProvider } from '../../../web/src/session/session.tsx';
import type { LoginContext, ShowSummary } from '../../../web/src/session/api-types.ts';
import type { OpenShow } from '../../../web/src/session/startup.ts';
import '../../../web/src/theme.css';

/** Widgets in states that no screen shows on demand. `tests/e2e/app/widgets.spec.ts` opens this page. */
const types: readonly ToastType[] = ['success', 'info', 'news', 'warning', 'danger', 'error', 'failure'];

function Toasts() {
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
    // Below the toasts, so that none appears under the pointer.
    <main className="grid gap-4 p-6" style={{ paddingTop: 256 }}>
      <h1 className="text-xl">Widgets</h1>
      <Toasts />
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

/** The part of a session that `RequirePermission` needs: an approver's permissions. */
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

function GuardedPage(props: Pick<Parameters<typeof RequirePermission>[0], 'permission' | 'redirect' | 'to'>) {
  return (
    <SessionProvider
      context={context as unknown as LoginContext}
      first={open}
      onShow={() => undefined}
      whenLost={null}
      whenGuarantor={null}
    >
      <Where />
      <RequirePermission level="FULL" {...props}>
        <p>Inside</p>
      </RequirePermission>
    </SessionProvider>
  );
}

/** The content of the guard for a user with invoices and without payments. */
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
  { path: '/holds', element: <GuardedPage permission="CreatePurchaseOrders" redirect="on-lack" /> },
  { path: '/lacks', element: <GuardedPage permission="Show" redirect="on-lack" /> },
  { path: '/lacks-to', element: <GuardedPage permission="Show" redirect="on-lack" to="/elsewhere" /> },
  { path: '/presence', element: <GuardedPage permission="CreatePurchaseOrders" redirect="on-presence" /> },
  {
    path: '/presence-to',
    element: <GuardedPage permission="CreatePurchaseOrders" redirect="on-presence" to="/elsewhere" />,
  },
  { path: '/presence-lacks', element: <GuardedPage permission="Show" redirect="on-presence" /> },
  { path: '/guarded/invoices', element: <Guarded />, handle: { feature: 'invoices' } },
  { path: '/guarded/payments', element: <Guarded />, handle: { feature: 'payments' } },
  { path: '/guarded/budgets', element: <Guarded />, handle: { feature: 'budgets' } },
  { path: '/guarded/role', element: <Guarded />, handle: { feature: 'role' } },
  { path: '/unguarded', element: <Guarded /> },
  { path: '/silent', element: <GuardedPage permission="Show" /> },
]);

let serverErrors = 0;
connect({ onServerError: () => (serverErrors += 1) });

/** Makes a call and shows the error, and how often the generic handling of a server error ran. */
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
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>,
  );
}
