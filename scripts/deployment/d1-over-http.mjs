import { openCloudflareApi } from './cloudflare-api.mjs';

/**
 * Opens databases of the account by id, with the interface of a D1 binding, over Cloudflare's API.
 * @returns {Promise<(id: string) => D1Database>}
 */
export async function d1OverHttp() {
  const call = await openCloudflareApi();
  return (id) =>
    database(
      async (body) => /** @type {D1Result[]} */ (await call('POST', `/d1/database/${id}/query`, body)),
    );
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
