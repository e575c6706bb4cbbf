import type { Answer, Call } from './account.ts';

interface Rule {
  action_parameters?: { from_list?: { name: string } };
}

/** Bulk Redirects of an account: its lists with their items, and the ruleset that enables them. */
export function redirects() {
  const lists = new Map<string, unknown[]>();
  const account = { lists, rules: null as Rule[] | null, changes: 0, isForbidden: false };
  return Object.assign(account, {
    answer: (call: Call): Answer => {
      if (!/^\/rule(s\/lists|sets)/.test(call.path)) return null;
      if (account.isForbidden) return { code: 10_000, message: 'Authentication error', status: 403 };
      if (call.method !== 'GET') account.changes += 1;
      return ofLists(lists, call) ?? ofRules(account, call);
    },
  });
}

function ofLists(lists: Map<string, unknown[]>, { method, path, body }: Call): Answer {
  if (path === '/rules/lists' && method === 'POST') {
    const { name } = JSON.parse(body) as { name: string };
    if (!/^\w+$/.test(name)) return { code: 10_001, message: 'invalid list name' };
    lists.set(name, []);
    return { result: { id: `id-${name}`, name } };
  }
  if (path === '/rules/lists')
    return { result: [...lists.keys()].map((name) => ({ id: `id-${name}`, name })) };
  const [, name = ''] = /^\/rules\/lists\/id-(\w+)\/items$/.exec(path) ?? [];
  const items = lists.get(name);
  if (!items) return null;
  if (method === 'GET') return { result: items };
  lists.set(name, JSON.parse(body) as unknown[]);
  return { result: { operation_id: 'operation' } };
}

function ofRules(account: { rules: Rule[] | null }, { method, path, body }: Call): Answer {
  if (path === '/rulesets/phases/http_request_redirect/entrypoint')
    return account.rules === null
      ? { code: 10_003, message: 'could not find entrypoint ruleset', status: 404 }
      : { result: { id: 'redirects', rules: account.rules } };
  if (method !== 'POST') return null;
  if (path === '/rulesets') account.rules = (JSON.parse(body) as { rules: Rule[] }).rules;
  else if (path === '/rulesets/redirects/rules') account.rules?.push(JSON.parse(body) as Rule);
  else return null;
  return { result: { id: 'redirects', rules: account.rules } };
}
