import { describe, expect, test } from 'vitest';
import {
  maxAttemptsOf,
  failureReason,
  healthFindings,
  isFailure,
  healthLevelOf,
  mayAdministerShow,
} from '#domain/operations/health';
import type { HealthMeasurements } from '#domain/operations/health';
import { permissionMatrix } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';

const well: HealthMeasurements = {
  oldestWaiting: null,
  failures: 0,
  failedToSend: 0,
  accountingRests: false,
  oldestPdf: null,
  oldestRun: null,
  oldestDigestItem: null,
  oldestDeafEndpoint: null,
  amiss: 0,
  unmetSteps: 0,
};

describe('findings of a show', () => {
  test.each<[string, Partial<HealthMeasurements>, string[], string]>([
    ['nothing', {}, [], 'well'],
    ['work of five minutes', { oldestWaiting: 300 }, [], 'well'],
    ['work that waits', { oldestWaiting: 301 }, ['waiting'], 'attention'],
    ['work that waits for over an hour', { oldestWaiting: 3601 }, ['waiting_long'], 'trouble'],
    ['an order that failed to send', { failedToSend: 1 }, ['failed_to_send'], 'attention'],
    ['accounting at rest', { accountingRests: true }, ['accounting_rests'], 'attention'],
    ['a PDF of three minutes', { oldestPdf: 180 }, [], 'well'],
    ['a PDF that hangs', { oldestPdf: 181 }, ['pdf_stuck'], 'attention'],
    ['a bulk approval that hangs', { oldestRun: 901 }, ['run_stuck'], 'attention'],
    ['digests of yesterday', { oldestDigestItem: 26 * 3600 }, [], 'well'],
    ['overdue digests', { oldestDigestItem: 26 * 3600 + 1 }, ['digests_late'], 'attention'],
    ['an endpoint that failed for an hour', { oldestDeafEndpoint: 3600 }, [], 'well'],
    ['an endpoint that fails', { oldestDeafEndpoint: 3601 }, ['webhook_deaf'], 'attention'],
    [
      'the worst first',
      { failures: 2, amiss: 1, oldestPdf: 999 },
      ['history_amiss', 'failures', 'pdf_stuck'],
      'trouble',
    ],
  ])('%s', (_what, facts, found, level) => {
    const findings = healthFindings({ ...well, ...facts });
    expect(findings).toEqual(found);
    expect(healthLevelOf(findings)).toBe(level);
  });
});

describe('reasons of failed jobs', () => {
  test.each([
    ['push-po', 1, 'Vendor Lumen owes 5,000.00', 'refused'],
    ['release-payment', maxAttemptsOf('release-payment'), 'Down.', 'unreached'],
    ['push-po', 1, 'The purchase order changed before it reached the accounting system.', 'overtaken'],
    ['vendor-email', 1, 'The purchase order changed before it was mailed.', 'overtaken'],
    ['notify', 1, 'Backlot is not allowed to send e-mail to one of the addresses.', 'refused'],
    ['email-pdf', 8, 'The mail service could not be reached.', 'unreached'],
    ['email-pdf', 1, 'You no longer have access to this document.', 'no_access'],
    ['push-po', 0, 'never carried out', 'never_begun'],
    ['push-po', 3, 'never carried out', 'unexpected'],
    ['push-po', 3, 'out of time: TypeError: nothing', 'unexpected'],
    ['push-po', 3, 'out of time: Down.', 'unreached'],
    ['notify', 3, 'out of time: TypeError: nothing', 'unexpected'],
    ['restart-flow', maxAttemptsOf('restart-flow'), 'TypeError: nothing', 'unexpected'],
    ['push-po', maxAttemptsOf('push-po'), 'TypeError: nothing', 'unexpected'],
    ['push-po', 1, 'ValidationError: period 11 is closed', 'refused'],
    ['of a newer Worker', 3, 'There is no job of the kind', 'unexpected'],
  ])('%s after %i tries: %s', (kind, attempts, error, reason) => {
    expect(failureReason({ kind, attempts, error })).toBe(reason);
  });
});

test('EM-14, DEC-94: a missing e-mail address is no failure, and webhooks have their own log', () => {
  expect(isFailure('vendor-email', 'No email on file')).toBe(false);
  expect(isFailure('webhook', 'It responded with status 500.')).toBe(false);
  expect(isFailure('vendor-email', 'The e-mail is too large.')).toBe(true);
});

describe('show administrators', () => {
  const of = (role: Role | null) => role && permissionMatrix[role];
  test.each<[Role | null, Role | null, boolean, boolean]>([
    // In the show, in the open show, same studio.
    ['Show Admin', null, false, true],
    ['Approver', 'Approver', true, false],
    ['Approver', 'Studio Admin', true, true],
    [null, 'Studio Admin', true, true],
    [null, 'EP Internal', true, true],
    [null, 'EP Internal', false, false],
    [null, 'Studio Admin', false, false],
    [null, 'Show Admin', true, false],
    ['PO Creator', null, true, false],
  ])(
    'DEC-11: %s in the show, %s in the open show, same studio: %s',
    (targetShow, currentShow, isSameStudio, may) => {
      expect(
        mayAdministerShow({ targetShow: of(targetShow), currentShow: of(currentShow), isSameStudio }),
      ).toBe(may);
    },
  );
});
