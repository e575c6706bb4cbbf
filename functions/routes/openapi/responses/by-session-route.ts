import * as v from 'valibot';
import { ownToken } from '#domain/identity/api-token';
import { coverResponse, coversSet } from '#domain/cover/cover-request';
import { pageQuery } from '#middleware/pagination';
import * as health from '#domain/operations/health-response';
import * as management from '#domain/management/management-response';
import { replacementResponse, replacementsOfUser } from '#domain/replacement/replacement-response';
import { departmentSettings } from '#domain/reference-data/vendor-response';
import { workflowTemplate } from '#domain/workflow/workflow-template-response';
import * as session from '#domain/identity/session-response';
import * as shows from '#domain/management/show-response';
import * as webhooks from '#domain/webhooks/webhook-response';

/** The response of a route, and the parts of its request that no validator describes. */
export interface ResponseSpec {
  /** The JSON schema; without one the response is a file, or not described. */
  answer?: v.GenericSchema;
  /** 200 by default. */
  status?: 201 | 202;
  /** The route may also respond with 202 while the work continues in the background. */
  orLater?: true;
  /** Query parameters that the route reads without a validator. */
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** The content type of a file response. */
  file?: string;
  /** The request is a form with one file. */
  upload?: true;
}

const text = v.string();
export const idOnly = v.object({ id: text });
export const done = v.object({ success: v.literal(true) });
export const templateResponse: ResponseSpec = { answer: workflowTemplate };
const accountingNames: ResponseSpec = { answer: v.array(shows.accountingName) };
const settled: ResponseSpec = { answer: v.object({ settled: v.number(), left: v.number() }) };

/** The responses of routes that no token may call. */
export const sessionRoutes: Readonly<Record<string, ResponseSpec>> = {
  'GET /api/sessions/login-context': { answer: session.loginContext },
  'GET /api/sessions/verify': { answer: v.object({ valid: v.literal(true), expirationTime: text }) },
  'GET /api/sessions/keep-session-alive': { answer: session.sessionTimes },
  'GET /api/sessions': { answer: session.ownSessions },
  'DELETE /api/sessions/:id': { answer: done },
  'DELETE /api/sessions': { answer: v.object({ logoutRedirectUrl: text }) },
  'GET /api/users/permissions': { answer: session.encryptedPermissions },
  'GET /api/users/userSettings': { answer: session.preferences },
  'POST /api/users/addUpdateUserSettings': { answer: session.preferences },
  'GET /api/health': { answer: health.health },
  'POST /api/health/test-mail': { answer: done },
  'GET /api/health/:id': { answer: health.healthOfShow },
  'GET /pages/faq': { answer: v.object({ faqUrl: text }) },
  'DELETE /api/archives/:id': { answer: idOnly },
  'GET /api/tokens': { answer: v.object({ tokens: v.array(ownToken) }) },
  'POST /api/tokens': { answer: v.object({ ...ownToken.entries, token: text }), status: 201 },
  'DELETE /api/tokens/:id': { answer: idOnly },
  'POST /api/covers': { answer: coversSet, status: 201 },
  'POST /api/covers/:id/approve': { answer: coverResponse },
  'DELETE /api/covers/:id': { answer: coverResponse },
  'GET /api/replacements': { answer: replacementsOfUser },
  'POST /api/replacements': { answer: replacementResponse, status: 201 },
  'GET /api/replacements/:id': { answer: replacementResponse },
  'POST /api/replacements/:id/start': { answer: replacementResponse },
  'POST /api/users': { answer: management.user, status: 201 },
  'PATCH /api/users/:id': { answer: management.user },
  'GET /api/shows': { answer: shows.ownShows, query: pageQuery },
  'POST /api/shows': { answer: shows.show, status: 201 },
  'GET /api/shows/regions': { answer: shows.regions },
  'PATCH /api/shows/:id/resource': { answer: shows.show },
  'POST /api/shows/:id/settings': { answer: shows.showSettings },
  'POST /api/shows/:id/address': { answer: shows.showAddress, status: 201 },
  'PATCH /api/shows/:id/address': { answer: shows.showAddress },
  'POST /api/shows/:id/categories': { answer: shows.showCategory, status: 201 },
  'PATCH /api/shows/:id/categories': { answer: shows.showCategory },
  'POST /api/shows/:id/company-settings': { answer: shows.companySettings, upload: true },
  'POST /api/departments': { answer: management.department, status: 201 },
  'PATCH /api/departments/:id': { answer: management.department },
  'PUT /api/departments/:id/user/:userId': { answer: management.departmentMembership },
  'POST /api/departments/:id/settings/accountCodes': { answer: departmentSettings },
  'POST /api/departments/:id/settings/poNumberPrefix': { answer: departmentSettings },
  'PUT /api/users/:id/departments': { answer: v.array(v.object({ id: text, name: text })) },
  'POST /api/users/:id/invitation': { answer: done },
  'GET /api/acct/licenses': { answer: v.array(shows.license) },
  'GET /api/acct/studios/:license': accountingNames,
  'GET /api/acct/divisions/:studio': accountingNames,
  'GET /api/acct/acct-packages/:license': accountingNames,
  'GET /api/acct/show-types/:license': accountingNames,
  'POST /api/health/:id/retry': settled,
  'POST /api/health/:id/dismissal': settled,
  'POST /api/health/:id/verification': { answer: done },
  'GET /api/webhooks': { answer: v.array(webhooks.webhookEndpoint) },
  'POST /api/webhooks': { answer: webhooks.webhookEndpointWithSecret, status: 201 },
  'PUT /api/webhooks/:id': { answer: webhooks.webhookEndpoint },
  'DELETE /api/webhooks/:id': { answer: idOnly },
  'POST /api/webhooks/:id/secret': { answer: webhooks.webhookEndpointWithSecret },
  'POST /api/webhooks/:id/test': { answer: idOnly },
  'GET /api/webhooks/:id/deliveries': {
    answer: v.object({ deliveries: v.array(webhooks.webhookDelivery), hasMore: v.boolean() }),
  },
  'POST /api/webhooks/:id/deliveries/:deliveryId': { answer: idOnly },
  'POST /api/purchase-order-workflow-template': { ...templateResponse, status: 201 },
  'PUT /api/purchase-order-workflow-template/:id': templateResponse,
  'POST /api/invoice-workflow-template': { ...templateResponse, status: 201 },
  'PUT /api/invoice-workflow-template/:id': templateResponse,
  'POST /api/payment-workflow-template': { ...templateResponse, status: 201 },
  'PUT /api/payment-workflow-template/:id': templateResponse,
};
