import type { Answer, Call } from './account.ts';

interface Binding {
  name: string;
  type: string;
  [of: string]: unknown;
}

interface Held {
  uploads: number;
  bindings: Binding[];
  secrets: Set<string>;
  crons: string[];
  /** Whether it answers at workers.dev, too. */
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

/** Workers of an account: their last upload with its bindings, their secrets by name, their crons. */
export function workers() {
  const held = new Map<string, Held>();
  let lost: string | null = null;
  return {
    held,
    /** From now on the secret of this name does not arrive. */
    lose: (secret: string | null) => {
      lost = secret;
      if (secret !== null) for (const { secrets } of held.values()) secrets.delete(secret);
    },
    answer: async (call: Call): Promise<Answer> => {
      const [, kind, name = '', act = ''] =
        /^\/workers\/(services|scripts|workers)\/([^/]+)(\/.*)?$/.exec(call.path) ?? [];
      const found = held.get(name);
      if (kind === 'scripts' && act === '' && call.method === 'PUT') return upload(held, name, call, lost);
      if (kind === undefined) return null;
      if (!found) return { code: 10007, message: 'This Worker does not exist on your account.', status: 404 };
      return ofWorker(found, name, act, call);
    },
  };
}

function ofWorker(worker: Held, name: string, act: string, { method, body }: Call): Answer {
  if (act === '')
    return {
      result: {
        subdomain: worker.subdomain,
        default_environment: { environment: 'production', script: { id: name } },
      },
    };
  if (act === '/secrets')
    return { result: [...worker.secrets].map((secret) => ({ name: secret, type: 'secret_text' })) };
  if (act === '/subdomain') {
    if (method === 'POST') worker.subdomain = JSON.parse(body) as Held['subdomain'];
    return { result: worker.subdomain };
  }
  if (act === '/settings') return { result: { bindings: worker.bindings } };
  if (act === '/deployments')
    return { result: { deployments: [{ id: 'last', versions: [{ version_id: 'last', percentage: 100 }] }] } };
  if (act === '/schedules' && method === 'PUT') {
    worker.crons = (JSON.parse(body) as { cron: string }[]).map(({ cron }) => cron);
    return { result: { schedules: worker.crons.map((cron) => ({ cron })) } };
  }
  return null;
}

async function upload(
  held: Map<string, Held>,
  name: string,
  { form }: Call,
  lost: string | null,
): Promise<Answer> {
  const parts = await form();
  const metadata = JSON.parse(parts.get('metadata') ?? '{}') as { bindings: Binding[] };
  const before = held.get(name);
  const given = metadata.bindings
    .filter((binding) => binding.type === 'secret_text' && binding.name !== lost)
    .map((binding) => binding.name);
  held.set(name, {
    uploads: (before?.uploads ?? 0) + 1,
    bindings: metadata.bindings,
    secrets: new Set([...(before?.secrets ?? []), ...given]),
    crons: before?.crons ?? [],
    subdomain: before?.subdomain ?? { enabled: true, previews_enabled: true },
  });
  return { result: { id: name, startup_time_ms: 1, deployment_id: crypto.randomUUID() } };
}
