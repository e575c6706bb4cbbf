import type { Answer, Call } from './account.ts';

interface Binding {
  name: string;
  type: string;
  [of: string]: unknown;
}

interface StoredWorker {
  uploads: number;
  bindings: Binding[];
  placement: unknown;
  secrets: Set<string>;
  crons: string[];
  /** Whether it is also published at workers.dev. */
  subdomain: { enabled: boolean; previews_enabled: boolean };
}

/** Workers of an account: the last upload with its bindings, names of secrets, crons. */
export function workers() {
  const workerByName = new Map<string, StoredWorker>();
  let lost: string | null = null;
  return {
    workerByName,
    /** Simulates the loss of the secret with this name. */
    lose: (secret: string | null) => {
      lost = secret;
      if (secret !== null) for (const { secrets } of workerByName.values()) secrets.delete(secret);
    },
    answer: async (call: Call): Promise<Answer> => {
      const [, kind, name = '', act = ''] =
        /^\/workers\/(services|scripts|workers)\/([^/]+)(\/.*)?$/.exec(call.path) ?? [];
      const found = workerByName.get(name);
      if (kind === 'scripts' && act === '' && call.method === 'PUT')
        return upload(workerByName, name, call, lost);
      if (kind === undefined) return null;
      if (!found) return { code: 10007, message: 'This Worker does not exist on your account.', status: 404 };
      return ofWorker(found, name, act, call);
    },
  };
}

function ofWorker(worker: StoredWorker, name: string, act: string, { method, body }: Call): Answer {
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
    if (method === 'POST') worker.subdomain = JSON.parse(body) as StoredWorker['subdomain'];
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
  workerByName: Map<string, StoredWorker>,
  name: string,
  { form }: Call,
  lost: string | null,
): Promise<Answer> {
  const parts = await form();
  const metadata = JSON.parse(parts.get('metadata') ?? '{}') as {
    bindings: Binding[];
    placement?: unknown;
  };
  const before = workerByName.get(name);
  const given = metadata.bindings
    .filter((binding) => binding.type === 'secret_text' && binding.name !== lost)
    .map((binding) => binding.name);
  workerByName.set(name, {
    uploads: (before?.uploads ?? 0) + 1,
    bindings: metadata.bindings,
    placement: metadata.placement,
    secrets: new Set([...(before?.secrets ?? []), ...given]),
    crons: before?.crons ?? [],
    subdomain: before?.subdomain ?? { enabled: true, previews_enabled: true },
  });
  return { result: { id: name, startup_time_ms: 1, deployment_id: crypto.randomUUID() } };
}
