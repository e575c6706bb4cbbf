import { expect } from 'vitest';
import { inviteUser } from '#verbs/identity/mail-password-link';
import { sent, studioEnv } from '../fixtures/studio.ts';
import type { PersonName } from '../fixtures/rows.ts';

type Host = Parameters<typeof inviteUser>[1]['host'];

/** Returns the path of a new link for setting a password, from its mail. */
export async function passwordLinkOf(userId: PersonName, host?: Host): Promise<string> {
  const invited = { userId, now: new Date().toISOString(), ...(host && { host }) };
  expect(await inviteUser(studioEnv, invited)).toBe(true);
  const [link = ''] = /https:\S+\/password\/\S+/.exec(sent.mail.at(-1)?.text ?? '') ?? [];
  return new URL(link).pathname;
}
