import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './repository-copy.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** The modules that write e-mails, each with the module through which the test of their links calls it. */
const writers: Record<string, string> = {
  'archives/mail-archive-ready': 'archives/mail-archive-ready',
  'notifications/collected-message': 'notifications/send-collected',
  'notifications/digest-message': 'notifications/send-digest',
  'identity/mail-password-link': 'identity/mail-password-link',
  'identity/mail-account-owner': 'identity/mail-password-link',
  'notifications/mail-cover': 'notifications/mail-cover',
  'notifications/notification-message': 'notifications/notify-user',
  'mail/attach-or-link-pdf': 'mail/document-message',
  'vendors/mail-temporary-vendor': 'vendors/mail-temporary-vendor',
  'webhooks/mail-endpoint-disabled': 'webhooks/mail-endpoint-disabled',
};

test('EM-11, SH-12: the links of every type of e-mail are opened by a test', () => {
  const verbs = globSync('**/*.ts', { cwd: join(repository, 'functions/verbs') });
  const found = verbs.filter((name) => read(`functions/verbs/${name}`).includes('renderEmail('));
  expect(found.map((name) => name.replace('.ts', '')).toSorted()).toEqual(Object.keys(writers).toSorted());
  const links = read('tests/queues/mail/links.test.ts');
  for (const verb of Object.values(writers)) expect(links).toContain(`from '#verbs/${verb}'`);
});
