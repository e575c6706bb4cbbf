import * as v from 'valibot';
import type { OwnSession } from '#verbs/identity/list-sessions';
import type { Preferences } from '#verbs/session/preferences';
import { said } from './described.ts';
import { showConfig, showSummary } from './shows.ts';

/** What a session is told of itself, its user and the show that it opens. */
export const sealedRights = said(
  'AES-256-GCM, keyed by this session: what the user may do in the show.',
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
  recentShows: said('At most five.', v.array(showSummary)),
  csrfToken: v.string(),
  keySalt: v.string(),
  platformConfig: v.object({ environment: v.string() }),
  featureFlags: v.object({ smartId2: v.boolean() }),
  features: said('Of each show, by its id.', v.record(v.string(), v.array(v.string()))),
  sid: v.object({ logoutRedirectUrl: v.string() }),
  dateFormat,
  expirationTime: v.string(),
  refreshTime: v.string(),
  open: v.exactOptional(
    said(
      'With `open=1`: the show that is opened first; null where it does not open.',
      v.nullable(v.object({ showId: v.string(), permissions: sealedRights, config: showConfig })),
    ),
  ),
});

export const sessionTimes = v.object({ expirationTime: v.string(), refreshTime: v.string() });

const ownSession: v.GenericSchema<OwnSession> = v.object({
  id: v.string(),
  device: v.string(),
  signedInAt: v.string(),
  lastUsedAt: v.string(),
  isThis: v.boolean(),
});

export const ownSessions = v.object({
  sessions: v.array(ownSession),
  hasPassword: v.boolean(),
  hasAuthenticator: v.boolean(),
});

export const preferences: v.GenericSchema<Preferences> = v.object({
  emailNotifications: v.boolean(),
  consolidatePoEmails: v.boolean(),
  consolidatePaymentEmails: v.boolean(),
  consolidateInvoiceEmails: v.boolean(),
  dateFormat,
});
