import { Secret, TOTP } from 'otpauth';
import { openBrowser } from '../browser.ts';
import type { Browser } from '../browser.ts';
import type { PersonName } from '../fixtures/rows.ts';
import { fetchWorker, origin, password, sql } from '../fixtures/studio.ts';

/** The attacked Worker: that of the product, or one with a fault. */
type Worker = typeof fetchWorker;

export const codePage = '/api/auth/second-factor';
export const session = '__Host-session-token';
const half = '__Host-sign-in-token';

export const mail = (name: PersonName) => `${name}@backlot.example`;
export const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

export async function givePassword(browser: Browser, name: PersonName, returnTo = '/po') {
  return browser.submit('/api/auth/login', { username: mail(name), password, returnTo });
}

/** Allows the code of this half minute again. */
async function forgetSteps(name: PersonName): Promise<void> {
  await sql.directory`UPDATE second_factors SET last_step = 0 WHERE user_id = ${name}`;
}

/** Enrols an authenticator for this user and returns its key. */
export async function enrol(name: PersonName): Promise<string> {
  await sql.directory`UPDATE users SET mfa_enabled = 1 WHERE id = ${name}`;
  const browser = openBrowser();
  await givePassword(browser, name);
  const { html } = await browser.get(codePage);
  const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
  const { status } = await browser.submit(codePage, { code: codeOf(secret) });
  if (status !== 200) throw new Error(`not enrolled: ${status}`);
  await forgetSteps(name);
  return secret;
}

/** Makes that many calls, a hundred at a time. Returns the number of answers by status. */
export async function sendConcurrently(
  count: number,
  call: (index: number) => Promise<number>,
): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (let done = 0; done < count; done += 100) {
    const size = Math.min(100, count - done);
    const statuses = await Promise.all(Array.from({ length: size }, (_, index) => call(done + index)));
    for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}

/** Guesses a password from one address; one guess is right. */
export async function guessPasswords(name: PersonName, times: number, send: Worker = fetchWorker) {
  const browser = openBrowser({ send });
  return sendConcurrently(times, async (index) => {
    const right = index === times / 2;
    const form = { username: mail(name), password: right ? password : `guess ${index}` };
    return (await browser.submit('/api/auth/login', form)).status;
  });
}

/** Signs in with a session id that an attacker planted in the browser. Returns whose session that id opens. */
export async function attemptFixation(name: PersonName, secret: string, send: Worker = fetchWorker) {
  const browser = openBrowser({ send });
  browser.cookies.set(session, 'planted');
  await givePassword(browser, name);
  await browser.submit(codePage, { code: codeOf(secret) });
  await forgetSteps(name);
  const thief = openBrowser({ send });
  thief.cookies.set(session, 'planted');
  return { owner: await browser.person(), thief: await thief.person() };
}

/** Replays an intercepted code and an intercepted half of a sign-in. Returns whose sessions they open. */
export async function replay(name: PersonName, secret: string, send: Worker = fetchWorker) {
  const [owner, thief, listener] = [openBrowser({ send }), openBrowser({ send }), openBrowser({ send })];
  await givePassword(owner, name);
  await givePassword(thief, name);
  listener.cookies.set(half, owner.cookies.get(half) ?? '');
  const code = codeOf(secret);
  await owner.submit(codePage, { code });
  await thief.submit(codePage, { code });
  // Even with a valid code.
  await forgetSteps(name);
  await listener.submit(codePage, { code });
  await forgetSteps(name);
  return {
    owner: await owner.person(),
    byCode: await thief.person(),
    byHalf: await listener.person(),
  };
}

const staysHere = (location: string) => new URL(location, origin).origin === origin;

/** Returns which of the three ways of signing in redirect to another site for this `returnTo`. */
export async function findOpenRedirects(
  returnTo: string,
  { plain, coded, secret }: { plain: PersonName; coded: PersonName; secret: string },
  send: Worker = fetchWorker,
): Promise<string[]> {
  const [one, other] = [openBrowser({ send }), openBrowser({ send })];
  const byPassword = await givePassword(one, plain, returnTo);
  const page = await openBrowser({ send }).get(
    `/api/auth/login?${new URLSearchParams({ returnTo, local: 'true' }).toString()}`,
  );
  const offered = /name="returnTo" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
  await givePassword(other, coded, returnTo);
  const byCode = await other.submit(codePage, { code: codeOf(secret) });
  await forgetSteps(coded);
  const signedIn = [await one.person(), await other.person()];
  if (signedIn[0] !== plain || signedIn[1] !== coded) throw new Error(`not signed in: ${signedIn.join()}`);
  const ways = {
    password: byPassword.location,
    page: offered.replaceAll('&amp;', '&'),
    code: byCode.location,
  };
  return Object.entries(ways)
    .filter(([, location]) => !staysHere(location))
    .map(([way]) => way);
}
