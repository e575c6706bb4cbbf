import * as v from 'valibot';
import { described } from '#domain/values/described';
import { showConfig, showSummary } from '#domain/management/show-response';

/** Schemas of the session, its user and its open show. */
export const encryptedPermissions = described(
  'The permissions of the user in the show, encrypted with AES-256-GCM and a key of this session.',
  v.object({ data: v.string(), iv: v.string() }),
);

const dateFormat = v.nullable(v.picklist(['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD']));

export const loginContext = v.object({
  user: v.object({
    id: v.string(),
    username: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    name: v.string(),
    initials: v.string(),
    localUser: v.boolean(),
    mayCreateShows: v.boolean(),
    approver: v.boolean(),
  }),
  shows: v.array(showSummary),
  selectedShow: v.nullable(showSummary),
  recentShows: described('At most five.', v.array(showSummary)),
  csrfToken: v.string(),
  keySalt: v.string(),
  platformConfig: v.object({ environment: v.string() }),
  featureFlags: v.object({ smartId2: v.boolean() }),
  features: described('The features of each show, by show id.', v.record(v.string(), v.array(v.string()))),
  sid: v.object({ logoutRedirectUrl: v.string() }),
  dateFormat,
  expirationTime: v.string(),
  refreshTime: v.string(),
  open: v.exactOptional(
    described(
      'Only with `open=1`: the first show. Null if it cannot be opened.',
      v.nullable(v.object({ showId: v.string(), permissions: encryptedPermissions, config: showConfig })),
    ),
  ),
});

export const sessionTimes = v.object({ expirationTime: v.string(), refreshTime: v.string() });

const ownSession = v.object({
  id: v.string(),
  device: v.string(),
  signedInAt: v.string(),
  lastUsedAt: v.string(),
  isThis: v.boolean(),
});
export type ActiveSession = v.InferOutput<typeof ownSession>;

export const ownSessions = v.object({
  sessions: v.array(ownSession),
  hasPassword: v.boolean(),
  hasAuthenticator: v.boolean(),
});

export const preferences = v.object({
  emailNotifications: v.boolean(),
  consolidatePoEmails: v.boolean(),
  consolidatePaymentEmails: v.boolean(),
  consolidateInvoiceEmails: v.boolean(),
  dateFormat,
});
export type Preferences = v.InferOutput<typeof preferences>;
