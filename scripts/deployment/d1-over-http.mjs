import { setTimeout as pause } from 'node:timers/promises';
import { parseJson, runWrangler } from './cloudflare.mjs';

/** Number of attempts for a call that Cloudflare rejected as overloaded, without executing it. */
const tries = 10;

/**
 * Opens databases of the account by id, with the interface of a D1 binding, over Cloudflare's API. Login and account
 * are those of wrangler.
 * @returns {Promise<(id: string) => D1Database>}
 */
export async function d1OverHttp() {
  const base = process.env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4';
  const { token } = parseJson(await runWrangler(['auth', 'token', '--json']));
  const account = process.env['CLOUDFLARE_ACCOUNT_ID'] || (await onlyAccount());
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };

  /**
   * @param {string} id
   * @param {object} body
   * @returns {Promise<D1Result[]>}
   */
  const query = async (id, body) => {
    for (let left = tries; ; left -= 1) {
      const response = await fetch(`${base}/accounts/${account}/d1/database/${id}/query`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (response.status === 429 && left > 0) {
        await pause(1000 * Number(response.headers.get('Retry-After') ?? 30));
        continue;
      }
      const isAnswer = response.headers.get('Content-Type')?.includes('json') ?? false;
      if (!isAnswer) throw new Error(`Cloudflare answered with status ${response.status}. Try again.`);
      /** @type {{ success: boolean, errors: { message: string }[], result: D1Result[] }} */
      const { success, errors, result } = JSON.parse(await response.text());
      if (!success) throw new Error(errors.map(({ message }) => message).join('; '));
      return result;
    }
  };
  return (id) => database((body) => query(id, body));
}

/** @returns {Promise<string>} */
async function onlyAccount() {
  const { accounts } = parseJson(await runWrangler(['whoami', '--json']));
  if (accounts.length === 1) return accounts[0].id;
  throw new Error('Name the account in CLOUDFLARE_ACCOUNT_ID: you may use several.');
}

/**
 * @param {(body: object) => Promise<D1Result[]>} query
 * @returns {D1Database}
 */
function database(query) {
  /**
   * @param {string} sql
   * @param {readonly unknown[]} params
   */
  const statement = (sql, params) => {
    const all = async () => {
      const [result] = await query({ sql, params });
      if (!result) throw new Error('D1 answered nothing');
      return result;
    };
    return {
      sql,
      params,
      bind: (/** @type {unknown[]} */ ...values) => statement(sql, values),
      all,
      run: all,
      first: async () => (await all()).results[0] ?? null,
      raw: async () => (await all()).results.map((row) => Object.values(/** @type {object} */ (row))),
    };
  };
  const session = {
    prepare: (/** @type {string} */ sql) => statement(sql, []),
    batch: (/** @type {ReturnType<typeof statement>[]} */ statements) =>
      query({ batch: statements.map(({ sql, params }) => ({ sql, params })) }),
    getBookmark: () => null,
  };
  const opened = { ...session, withSession: () => session };
  return /** @type {D1Database} */ (/** @type {unknown} */ (opened));
}
