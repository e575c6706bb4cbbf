import { can, permissionMatrix } from '#domain/identity/permissions';
import { budgetAccess } from './access-expectations-budget.ts';
import { listAccess } from './access-expectations-lists.ts';
import { anyone, at, by, bystander, fresh, guarantors, member, person, query } from './expected-access.ts';
import type { Need, TargetShow, ExpectedAccess } from './expected-access.ts';

const department = ['Departments', 'FULL'] as const;
const people = ['UserManagement', 'FULL'] as const;
const show = ['Show', 'FULL'] as const;
const internal = ['Internal', 'FULL'] as const;
const flows = ['ApprovalFlows', 'FULL'] as const;
const paymentFlows = ['ApprovalFlowsPayments', 'FULL'] as const;

const template = (target: TargetShow) => ({
  showId: target.showId,
  name: `Flow ${fresh()}`,
  steps: [
    {
      name: 'One',
      kind: 'STANDARD',
      amountLimit: null,
      approvalsNeeded: 1,
      approvers: [{ userId: bystander }],
    },
  ],
});
const anEndpoint = (name: string) => () => ({
  url: `https://hooks.example.com/${name}`,
  events: ['document.approved'],
  documentTypes: ['PO'],
});
const anAddress = () => ({ name: `Dock ${fresh()}`, address1: '1 Quay' });

function templatesOf(
  path: string,
  flow: (target: TargetShow) => string,
  needs: readonly Need[],
  read: readonly Need[],
) {
  return {
    [`GET ${path}/:id`]: member(
      by((target) => `${path}/${flow(target)}`),
      read,
    ),
    [`POST ${path}`]: member(query(path), needs, template),
    [`PUT ${path}/:id`]: member(
      by((target) => `${path}/${flow(target)}`),
      needs,
      template,
    ),
  };
}

/** Access to the health page of shows, from the open show (DEC-11). */
function healthAccess(act: string, body?: unknown): ExpectedAccess {
  return {
    who: 'member',
    needs: [show],
    isAllowedElsewhere: (role, where) =>
      where === 'same studio' && can(permissionMatrix[role], 'Studio', 'FULL'),
    path: ({ showId }) => `/api/health/${showId}${act}?showId=alpha1`,
    ...(body !== undefined && { body: () => body }),
  };
}

/** Routes of sign-in, own account, people, departments, shows, settings and workflows. */
export const managementAccess: Record<string, ExpectedAccess> = {
  'GET /api/auth/login': anyone('/api/auth/login'),
  'POST /api/auth/login': anyone('/api/auth/login'),
  'GET /api/auth/callback': anyone('/api/auth/callback'),
  'GET /api/auth/signed-out': anyone('/api/auth/signed-out'),
  'GET /api/auth/forgot': anyone('/api/auth/forgot'),
  'POST /api/auth/forgot': anyone('/api/auth/forgot'),
  'GET /api/auth/password': anyone('/api/auth/password'),
  'POST /api/auth/password': anyone('/api/auth/password'),
  'GET /api/auth/password/:token': anyone('/api/auth/password/none'),
  'POST /api/auth/password/:token': anyone('/api/auth/password/none'),
  'GET /api/auth/second-factor': anyone('/api/auth/second-factor'),
  'POST /api/auth/second-factor': anyone('/api/auth/second-factor'),
  'GET /api/auth/authenticator': anyone('/api/auth/authenticator'),
  'POST /api/auth/authenticator': anyone('/api/auth/authenticator'),
  'GET /api/auth/authenticator/new': anyone('/api/auth/authenticator/new'),
  'POST /api/auth/authenticator/new': anyone('/api/auth/authenticator/new'),
  'GET /api/auth/typeface/:weight': anyone('/api/auth/typeface/400'),
  'GET /pages/pdf/:token': anyone('/pages/pdf/none'),
  'GET /pages/pdf/:token/:fileName': anyone('/pages/pdf/none/none.pdf'),
  'GET /pages/approve/:token': anyone('/pages/approve/none'),
  'POST /pages/approve/:token': anyone('/pages/approve/none'),

  'GET /api/openapi.json': anyone('/api/openapi.json'),
  'GET /api/docs': anyone('/api/docs'),

  'GET /api/sessions/login-context': person('/api/sessions/login-context'),
  'GET /api/sessions/verify': person('/api/sessions/verify'),
  'GET /api/sessions/keep-session-alive': person('/api/sessions/keep-session-alive'),
  'GET /api/sessions': person('/api/sessions'),
  'DELETE /api/sessions/:id': person('/api/sessions/none'),
  'DELETE /api/sessions': person('/api/sessions'),
  'GET /api/tokens': person('/api/tokens'),
  'POST /api/tokens': person('/api/tokens', { name: 'Ledger', scopes: ['documents:read'], days: 30 }),
  'DELETE /api/tokens/:id': person('/api/tokens/none'),
  'GET /api/users/shows': person('/api/users/shows'),
  'GET /api/users/shows/search': person('/api/users/shows/search'),
  'GET /api/users/userSettings': person('/api/users/userSettings'),
  'POST /api/users/addUpdateUserSettings': person('/api/users/addUpdateUserSettings', {}),
  'GET /api/users/po-visibility': person('/api/users/po-visibility'),
  'GET /api/users/invoice-visibility': person('/api/users/invoice-visibility'),
  'GET /api/shows': person('/api/shows'),
  'GET /data/countries': person('/data/countries'),
  'GET /data/countries/:id/regions': person('/data/countries/US/regions'),
  'GET /pages/faq': person('/pages/faq'),

  'GET /api/users/permissions': guarantors(member('/api/users/permissions')),
  'GET /api/users/config': guarantors(member('/api/users/config')),
  'GET /api/users/meta': member('/api/users/meta'),
  'GET /api/users/roles': member('/api/users/roles'),
  'GET /api/users': member('/api/users'),
  'POST /api/users': member('/api/users', [people], () => ({
    username: `${fresh()}@backlot.example`,
    firstName: 'New',
    lastName: 'Face',
    roleId: 'PO Creator',
  })),
  'GET /api/users/:id': member(`/api/users/${bystander}`, [['UserManagement', 'READ']]),
  'PATCH /api/users/:id': member(`/api/users/${bystander}`, [people], () => ({ specialApprover: false })),
  'PUT /api/users/:id/departments': member(`/api/users/${bystander}/departments`, [people], (target) => ({
    departmentIds: [at.department(target)],
  })),
  'POST /api/users/:id/invitation': member(`/api/users/${bystander}/invitation`, [people]),

  'POST /api/shows': member('/api/shows', [internal], () => ({
    name: 'Nowhere',
    license: 'none',
    studioId: 'none',
    divisionId: 'none',
    acctPackageId: 'none',
    showTypeId: 'none',
  })),
  'GET /api/shows/regions': member('/api/shows/regions', [internal]),
  'PATCH /api/shows/:id/resource': {
    who: 'member',
    needs: [show],
    isAllowedElsewhere: (role, where) =>
      where === 'same studio'
        ? can(permissionMatrix[role], 'Studio', 'FULL')
        : can(permissionMatrix[role], 'Internal', 'FULL'),
    path: ({ showId }) => `/api/shows/${showId}/resource?show=alpha1`,
    body: () => ({}),
  },
  'GET /api/health': member('/api/health', [show]),
  'POST /api/health/test-mail': member('/api/health/test-mail', [show]),
  'GET /api/health/:id': healthAccess(''),
  'POST /api/health/:id/retry': healthAccess('/retry', { ids: ['none'] }),
  'POST /api/health/:id/dismissal': healthAccess('/dismissal', { ids: ['none'] }),
  'POST /api/health/:id/verification': healthAccess('/verification'),
  'GET /api/shows/:id': member(({ showId }) => `/api/shows/${showId}`),
  'GET /api/shows/:id/settings': member(({ showId }) => `/api/shows/${showId}/settings`),
  'POST /api/shows/:id/settings': member(
    ({ showId }) => `/api/shows/${showId}/settings`,
    [show],
    () => ({}),
  ),
  'GET /api/shows/:id/features': member(({ showId }) => `/api/shows/${showId}/features`),
  'POST /api/shows/:id/address': member(
    ({ showId }) => `/api/shows/${showId}/address?addressType=BILL_TO`,
    [show],
    anAddress,
  ),
  'PATCH /api/shows/:id/address': member(
    ({ showId }) => `/api/shows/${showId}/address`,
    [show],
    (target) => ({ ...anAddress(), id: at.address(target) }),
  ),
  'POST /api/shows/:id/categories': member(
    ({ showId }) => `/api/shows/${showId}/categories`,
    [show],
    () => ({
      name: `Props ${fresh()}`,
    }),
  ),
  'PATCH /api/shows/:id/categories': member(
    ({ showId }) => `/api/shows/${showId}/categories?confirm=true`,
    [show],
    (target) => ({ id: at.category(target), isActive: true }),
  ),
  'POST /api/shows/:id/company-settings': member(
    ({ showId }) => `/api/shows/${showId}/company-settings`,
    [show],
    () => ({ projectCompanyExternalId: 'pc1', termsConditionsAttachmentId: 'TC_NO_ATTACHMENT' }),
  ),
  'GET /api/covers': member('/api/covers'),
  'POST /api/covers': member('/api/covers', [people], () => ({
    userId: bystander,
    coveringId: bystander,
    firstDay: '2026-01-05',
    lastDay: '2026-01-05',
    types: ['PO'],
  })),
  'POST /api/covers/:id/approve': member('/api/covers/none/approve', [people]),
  'DELETE /api/covers/:id': member('/api/covers/none'),
  ...budgetAccess,
  ...listAccess,
  'GET /api/replacements': member(`/api/replacements?userId=${bystander}`, [people, flows]),
  'POST /api/replacements': member('/api/replacements', [people, flows], () => ({
    formerId: bystander,
    replacementId: bystander,
  })),
  'GET /api/replacements/:id': member('/api/replacements/none', [people, flows]),
  'POST /api/replacements/:id/start': member('/api/replacements/none/start', [people, flows]),
  'GET /api/webhooks': member('/api/webhooks', [show]),
  'POST /api/webhooks': member('/api/webhooks', [show], anEndpoint('new')),
  'PUT /api/webhooks/:id': member(
    by((target) => `/api/webhooks/${at.hook(target)}`),
    [show],
    anEndpoint('changed'),
  ),
  'DELETE /api/webhooks/:id': member('/api/webhooks/none', [show]),
  'POST /api/webhooks/:id/secret': member(
    by((target) => `/api/webhooks/${at.hook(target)}/secret`),
    [show],
    () => ({ secretSince: '2026-01-05T09:00:00.000Z' }),
  ),
  'POST /api/webhooks/:id/test': member(
    by((target) => `/api/webhooks/${at.hook(target)}/test`),
    [show],
  ),
  'GET /api/webhooks/:id/deliveries': member(
    by((target) => `/api/webhooks/${at.hook(target)}/deliveries`),
    [show],
  ),
  'POST /api/webhooks/:id/deliveries/:deliveryId': member(
    by((target) => `/api/webhooks/${at.hook(target)}/deliveries/none`),
    [show],
  ),
  'GET /api/acct/licenses': member('/api/acct/licenses', [internal]),
  'GET /api/acct/studios/:license': member('/api/acct/studios/none', [internal]),
  'GET /api/acct/divisions/:studio': member('/api/acct/divisions/none', [internal]),
  'GET /api/acct/acct-packages/:license': member('/api/acct/acct-packages/none', [internal]),
  'GET /api/acct/show-types/:license': member('/api/acct/show-types/none', [internal]),

  'GET /api/departments': member('/api/departments'),
  'POST /api/departments/all/list': member('/api/departments/all/list', [], ({ showId }) => ({
    showIds: [showId],
  })),
  'POST /api/departments': member('/api/departments', [department], () => ({ name: `Unit ${fresh()}` })),
  'POST /api/departments/users/list': member('/api/departments/users/list', [], (target) => ({
    departmentIds: [at.department(target)],
    showId: target.showId,
  })),
  'GET /api/departments/:id/users': member(by((target) => `/api/departments/${at.department(target)}/users`)),
  'GET /api/departments/:id/user/:userId': member(
    by((target) => `/api/departments/${at.department(target)}/user/${bystander}`),
  ),
  'PUT /api/departments/:id/user/:userId': member(
    by((target) => `/api/departments/${at.department(target)}/user/${bystander}`),
    [department],
    () => ({ active: true }),
  ),
  'PATCH /api/departments/:id': member(
    by((target) => `/api/departments/${at.department(target)}`),
    [department],
    () => ({ isActive: true }),
  ),
  'POST /api/departments/:id/settings/accountCodes': member(
    by((target) => `/api/departments/${at.department(target)}/settings/accountCodes`),
    [department],
    () => ({ value: {} }),
  ),
  'POST /api/departments/:id/settings/poNumberPrefix': member(
    by((target) => `/api/departments/${at.department(target)}/settings/poNumberPrefix`),
    [department],
    () => ({ value: 'ART' }),
  ),
  'GET /api/departments/:id/check': member(
    by((target) => `/api/departments/${at.department(target)}/check?userId=${bystander}`),
    [['Departments', 'READ']],
  ),

  'GET /api/workflow-template': member('/api/workflow-template', [['ApprovalFlows', 'READ']]),
  ...templatesOf('/api/purchase-order-workflow-template', at.flow, [flows], [['ApprovalFlows', 'READ']]),
  ...templatesOf(
    '/api/invoice-workflow-template',
    at.invoiceFlow,
    [flows, 'invoices'],
    [['ApprovalFlows', 'READ'], 'invoices'],
  ),
  ...templatesOf(
    '/api/payment-workflow-template',
    at.paymentFlow,
    [paymentFlows, 'payments'],
    [['ApprovalFlowsPayments', 'READ'], 'payments'],
  ),
  'GET /api/payment-workflow-template/listing': member('/api/payment-workflow-template/listing', [
    'payments',
  ]),
  'GET /api/payment-workflow-template/project-bank-accounts/:id': member(
    ({ showId }) => `/api/payment-workflow-template/project-bank-accounts/${showId}`,
    [['ApprovalFlowsPayments', 'READ'], 'payments'],
  ),
};
