import { checkRedirect, checkReplicas } from './account.mjs';
import { formatResult, LeftOut, runCheck } from './outcome.mjs';
import { checkCron, checkHealth, checkMail, checkPdf, readHealth, showsOf } from './product.mjs';
import { checkPlacement, checkSocket, checkStaticFiles, checkWorker } from './served.mjs';
import { signIn } from './user.mjs';

/**
 * Checks what is served at `address`, from outside, and prints a line for each check. Changes nothing in a show.
 * @param {object} options
 * @param {string} options.address
 * @param {import('./user.mjs').Credentials} options.credentials
 * @param {import('../deployment.mjs').Deployment | null} options.deployment
 * @param {(line: string) => void} options.print
 * @returns {Promise<boolean>} whether no check failed
 */
export async function checkDeployment({ address, credentials, deployment, print }) {
  /** @type {import('./outcome.mjs').CheckResult[]} */
  const results = [];
  const check = async (/** @type {string} */ name, /** @type {() => Promise<string>} */ run) => {
    const result = await runCheck(name, run);
    results.push(result);
    print(formatResult(result));
  };
  await check('static files', () => checkStaticFiles(address));
  await check('Worker', () => checkWorker(address));
  await check('placement', () => checkPlacement(address));

  const signedIn = /** @type {{ user: import('./user.mjs').CheckUser | null }} */ ({ user: null });
  await check('sign-in', async () => {
    const user = (signedIn.user = await signIn(address, credentials));
    return user.kind === 'token' ? 'with an API token' : `as ${user.email}`;
  });
  await check('realtime', () => checkSocket(address, signedIn.user?.cookie ?? ''));
  await checkAsUser(signedIn.user, check);
  await check('read replicas', () => checkReplicas(deployment));
  await check('pages.dev', () => checkRedirect(deployment));

  const count = (/** @type {string} */ outcome) => results.filter((each) => each.outcome === outcome).length;
  print(`\n${count('ok')} ok, ${count('failed')} failed, ${count('left out')} left out`);
  return count('failed') === 0;
}

/**
 * @param {import('./user.mjs').CheckUser | null} user
 * @param {(name: string, run: () => Promise<string>) => Promise<void>} check
 */
async function checkAsUser(user, check) {
  const someone = () => {
    if (user) return user;
    throw new LeftOut('nobody is signed in.', 'see sign-in.');
  };
  /** @type {string[]} */
  let shows = [];
  /** @type {import('./product.mjs').Health | undefined} */
  let health;
  const oneShow = () => {
    const [show] = shows;
    if (show !== undefined) return show;
    throw new LeftOut('the user has no show.', 'sign in as a member of a show.');
  };
  await check('health', async () => {
    shows = await showsOf(someone());
    health = await readHealth(someone(), oneShow());
    return checkHealth(health);
  });
  await check('cron', async () => {
    if (!health) throw new LeftOut('health was not read.', 'see health.');
    return checkCron(health);
  });
  await check('PDF', () => checkPdf(someone(), shows));
  await check('e-mail', async () => checkMail(someone(), oneShow()));
  await user?.signOut();
}
