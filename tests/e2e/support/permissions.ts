import { permissionsOf } from '../../../domain/permissions.ts';
import { encryptPermissions } from '../../../functions/verbs/encrypt-permissions.ts';
import type { Seat } from './product.ts';

/** From its next start on, the page believes its user to be an approver who may not void; the server knows better. */
export async function withoutVoid({ page, api }: Seat): Promise<void> {
  const { csrfToken, keySalt } = await api.get<{ csrfToken: string; keySalt: string }>(
    '/api/sessions/login-context',
  );
  const permissions = permissionsOf({ role: 'Approver', voidPo: false, voidInvoice: true });
  const rights = { role: 'Approver', permissions, invoices: true, payments: true };
  await page.route('**/api/users/permissions**', async (route) => {
    const showId = new URL(route.request().url()).searchParams.get('showId') ?? '';
    const answer = await route.fetch();
    const sealed = await encryptPermissions(rights, { csrfToken, keySalt, showId });
    await route.fulfill({ json: { ...(await answer.json()), ...sealed } });
  });
}
