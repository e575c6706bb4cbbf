import { afterAll, beforeAll, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { expectPlainText, openForText, payloads } from '../../support/worker/hostile-text.ts';
import { studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openForText);
afterAll(() => closeBrowser(studioEnv));

test.each(Object.entries(payloads))(
  '%s in log, PDF and mail is plain text',
  (_name, text) => expectPlainText(text),
  60_000,
);
