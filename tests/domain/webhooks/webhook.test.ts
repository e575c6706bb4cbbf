import { describe, expect, test } from 'vitest';
import type { HistoryType } from '#domain/documents/history-type';
import { urlRejection } from '../../../domain/webhooks/webhook-address.ts';
import { subscribersOf, retryDelay, webhookEventOf } from '../../../domain/webhooks/webhook.ts';
import type { Subscription } from '../../../domain/webhooks/webhook.ts';

type Given = Parameters<typeof webhookEventOf>[0];

function change(
  historyType: HistoryType | null,
  {
    status = 'DRAFT',
    order = 0,
    joins = false,
    action = 'save',
  }: { status?: string; order?: number; joins?: boolean; action?: string } = {},
): Given {
  return {
    to: { status, submissionStatus: 'Draft' },
    event: { action, historyType, payload: {} },
    changeOrder: { current: order, newest: order, originalLineCount: 0, entry: { kind: 'KEEP' } },
    queue: { leave: 'NOBODY', join: joins ? { stepId: 's', userIds: [] } : null },
  } as Given;
}

/** Everybody leaves the queue when the step had been complete. */
function takenBack(leave: 'EVERYBODY' | 'NOBODY'): Given {
  const { event, ...given } = change(null, { joins: true });
  return { ...given, event: { ...event, action: 'take-back' }, queue: { ...given.queue, leave } };
}

describe('webhook events of changes', () => {
  test.each([
    ['document.submitted', change('SUBMITTED')],
    ['document.step_approved', change('APPROVED', { status: 'SUBMITTED_FOR_APPROVAL', joins: true })],
    [null, change('APPROVED', { status: 'SUBMITTED_FOR_APPROVAL' })],
    ['document.approved', change('APPROVED', { status: 'APPROVED' })],
    ['change_order.approved', change('APPROVED', { status: 'APPROVED', order: 1 })],
    ['document.revision_requested', change('NEEDS REVISION')],
    ['document.denied', change('DENIED', { status: 'DENIED' })],
    ['document.voided', change('VOID', { status: 'VOID' })],
    ['change_order.voided', change('VOID', { status: 'APPROVED', order: 1 })],
    ['change_order.requested', change('CHANGE ORDER', { order: 1 })],
    ['document.approval_taken_back', takenBack('EVERYBODY')],
    [null, takenBack('NOBODY')],
    ['document.nudged', change(null, { action: 'nudge' })],
    ['document.escalated', change(null, { action: 'escalate', joins: true })],
    [null, change(null, { action: 'remind' })],
    [null, change(null)],
  ])('%s', (event, outcome) => {
    expect(webhookEventOf(outcome)).toBe(event);
  });

  test('an endpoint receives the events and document types it subscribed to', () => {
    const one: Subscription = { id: 'a', events: ['document.approved'], documentTypes: ['PO'] };
    expect(subscribersOf([one], 'document.approved', ['PO'])).toEqual([one]);
    expect(subscribersOf([one], 'document.approved', ['INVOICE', 'PAYMENT'])).toEqual([]);
    expect(subscribersOf([one], 'document.denied', ['PO'])).toEqual([]);
  });

  test('failed deliveries are retried six times with growing delays, and a test is tried once', () => {
    const rests = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryDelay('document.approved', attempts));
    expect(rests).toEqual([60, 300, 1800, 7200, 21_600, 86_400, null]);
    expect(retryDelay('webhook.test', 1)).toBeNull();
  });
});

describe('addresses', () => {
  const deployed = { isLocal: false, ownHost: 'app.backlot.example' };
  const local = { isLocal: true, ownHost: '' };

  test.each([
    'https://hooks.example.com/backlot',
    'https://hooks.example.com:8443/a?b=c',
    'https://HOOKS.example.com',
    'https://10.example.com/',
    'https://bücher.example.com/',
  ])('%s may be sent to', (address) => {
    expect(urlRejection(address, deployed)).toBeNull();
  });

  test.each([
    ['hooks.example.com', /complete address/],
    ['ftp://hooks.example.com', /complete address/],
    ['javascript:alert(1)', /complete address/],
    ['file:///etc/passwd', /complete address/],
    ['http://hooks.example.com', /https/],
    ['https://user:secret@hooks.example.com', /password/],
    ['https://127.0.0.1/', /IP address/],
    ['https://2130706433/', /IP address/],
    ['https://0x7f.1/', /IP address/],
    ['https://017700000001/', /IP address/],
    ['https://0/', /IP address/],
    ['https://10.0.0.8/', /IP address/],
    ['https://172.16.4.4/', /IP address/],
    ['https://192.168.1.1/', /IP address/],
    ['https://100.64.0.1/', /IP address/],
    ['https://169.254.169.254/latest/meta-data/', /IP address/],
    ['https://１６９.254.169.254/', /IP address/],
    ['https://8.8.8.8/', /IP address/],
    ['https://[::1]/', /IP address/],
    ['https://[::ffff:127.0.0.1]/', /IP address/],
    ['https://[fd00:ec2::254]/', /IP address/],
    ['https://[fe80::1]/', /IP address/],
    ['https://localhost/', /internet/],
    ['https://localhost./', /internet/],
    ['https://api.localhost/', /internet/],
    ['https://metadata/', /internet/],
    ['https://metadata.google.internal/', /internet/],
    ['https://printer.local/', /internet/],
    ['https://nas.home.arpa/', /internet/],
    ['https://app.backlot.example/api/pos', /Backlot itself/],
    ['https://APP.backlot.example./', /Backlot itself/],
  ])('%s is rejected with a reason', (address, why) => {
    expect(urlRejection(address, deployed)).toMatch(why);
  });

  test('a local run may call only itself', () => {
    for (const address of ['http://127.0.0.1:9000/hook', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(urlRejection(address, local)).toBeNull();
    for (const address of ['https://hooks.example.com', 'http://10.0.0.8/', 'http://169.254.169.254/'])
      expect(urlRejection(address, local)).toMatch(/this machine/);
  });
});
