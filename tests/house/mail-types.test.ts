import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './planted.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** The modules that write letters, each with the one by which the test of their links has them written. */
const writers: Record<string, string> = {
  'archive-mail': 'archive-mail',
  'digest-mail': 'send-digest',
  'invite-user': 'invite-user',
  'mail-owner': 'invite-user',
  'mailed-link': 'mailed-link',
  'notification-mail': 'notify',
  'send-document': 'document-mail',
  'share-temporary-vendor': 'share-temporary-vendor',
  'webhook-given-up': 'webhook-given-up',
};

test('EM-11, SH-12: the links of every type of e-mail are opened by a test', () => {
  const verbs = readdirSync(join(repository, 'functions/verbs')).filter((name) => name.endsWith('.ts'));
  const found = verbs.filter((name) => read(`functions/verbs/${name}`).includes('typeset('));
  expect(found.map((name) => name.replace('.ts', '')).toSorted()).toEqual(Object.keys(writers));
  const links = read('tests/queues/mail-links.test.ts');
  for (const verb of Object.values(writers)) expect(links).toContain(`from '#verbs/${verb}'`);
});
