import { CloudflareError, openCloudflareApi } from './cloudflare-api.mjs';
import { namesIn } from './deployment.mjs';

/**
 * The address that Pages gives to a project, and those of its earlier deployments below it, redirect to the deployment's
 * own address: an account-level redirect list, and the rule that enables it (Bulk Redirects).
 */

/** @typedef {import('./deployment.mjs').Deployment} Deployment */
/** @typedef {import('./cloudflare-api.mjs').CallCloudflare} CallCloudflare */
/** @typedef {{ subdomain: string, domains: string[] }} PagesProject */

const phase = 'http_request_redirect';

/** @param {Deployment} deployment @returns {string} name of the redirect list, which may have no `-` */
const listName = ({ name }) => `${name.replaceAll('-', '_')}_pages_dev`;

/** @param {Deployment} deployment @param {string} subdomain */
const redirectOf = ({ address }, subdomain) => ({
  source_url: `${subdomain}/`,
  target_url: `${address}/`,
  status_code: 301,
  include_subdomains: true,
  subpath_matching: true,
  preserve_path_suffix: true,
  preserve_query_string: true,
});

/** @param {Deployment} deployment @returns {string} how to make the redirect by hand */
export function redirectSteps({ name, address }) {
  return (
    `let the API token edit Account Filter Lists and Bulk URL Redirects, then npm run deploy; or in the dashboard, Bulk Redirects: a list with ` +
    `${namesIn(name)('backlot-web')}.pages.dev -> ${address}, 301, with Preserve query string, Include subdomains, Subpath matching and Preserve path suffix, and a rule for it.`
  );
}

/** @param {CallCloudflare} call @param {Deployment} deployment */
export async function pagesProject(call, { name }) {
  return /** @type {PagesProject} */ (await call('GET', `/pages/projects/${namesIn(name)('backlot-web')}`));
}

/**
 * Creates the redirect once the address is a domain of the project. Without the permission it reports the steps: the
 * deployment itself is complete, and `wrangler login` cannot grant it.
 * @param {Deployment} deployment
 * @returns {Promise<{ isAddressAssigned: boolean, remark: string }>}
 */
export async function redirectToAddress(deployment) {
  const call = await openCloudflareApi();
  const { subdomain, domains } = await pagesProject(call, deployment);
  const { host } = new URL(deployment.address);
  if (!domains.includes(host))
    return { isAddressAssigned: false, remark: `none yet, because ${host} is not assigned` };
  try {
    const list = await ensureList(call, deployment, subdomain);
    const rule = await ensureRule(call, deployment);
    return { isAddressAssigned: true, remark: list || rule ? `made for ${subdomain}` : 'there' };
  } catch (error) {
    if (!(error instanceof CloudflareError) || ![401, 403].includes(error.status)) throw error;
    const remark = `not permitted (${error.message}): ${redirectSteps(deployment)}`;
    return { isAddressAssigned: true, remark };
  }
}

/**
 * @param {CallCloudflare} call
 * @param {Deployment} deployment
 * @param {string} subdomain
 * @returns {Promise<boolean>} whether it was changed
 */
async function ensureList(call, deployment, subdomain) {
  const name = listName(deployment);
  const lists = /** @type {{ id: string, name: string }[]} */ (await call('GET', '/rules/lists'));
  const found = lists.find((list) => list.name === name);
  const { id } =
    found ??
    /** @type {{ id: string }} */ (
      await call('POST', '/rules/lists', { name, kind: 'redirect', description: deployment.address })
    );
  const items = /** @type {{ redirect: Record<string, unknown> }[]} */ (
    await call('GET', `/rules/lists/${id}/items`)
  );
  const wanted = redirectOf(deployment, subdomain);
  const isThere = items.some(({ redirect }) =>
    Object.entries(wanted).every(([key, value]) => redirect[key] === value),
  );
  if (!isThere) await call('PUT', `/rules/lists/${id}/items`, [{ redirect: wanted }]);
  return !isThere;
}

/**
 * @param {CallCloudflare} call
 * @param {Deployment} deployment
 * @returns {Promise<boolean>} whether it was made
 */
async function ensureRule(call, deployment) {
  const name = listName(deployment);
  const rule = {
    ref: name,
    description: `${namesIn(deployment.name)('backlot-web')}.pages.dev to ${deployment.address}`,
    expression: `http.request.full_uri in $${name}`,
    action: 'redirect',
    action_parameters: { from_list: { name, key: 'http.request.full_uri' } },
  };
  const ruleset = await redirectRuleset(call);
  if (ruleset === null) {
    await call('POST', '/rulesets', { name: 'Redirects', kind: 'root', phase, rules: [rule] });
    return true;
  }
  if (ruleset.rules?.some(({ action_parameters: of }) => of?.from_list?.name === name)) return false;
  await call('POST', `/rulesets/${ruleset.id}/rules`, rule);
  return true;
}

/**
 * @param {CallCloudflare} call
 * @returns {Promise<{ id: string, rules?: { action_parameters?: { from_list?: { name: string } } }[] } | null>} null before the
 *   account's first
 */
async function redirectRuleset(call) {
  try {
    return /** @type {any} */ (await call('GET', `/rulesets/phases/${phase}/entrypoint`));
  } catch (error) {
    if (error instanceof CloudflareError && error.status === 404) return null;
    throw error;
  }
}
