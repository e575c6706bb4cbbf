import type { Answer, Call } from './account.ts';

/** R2 buckets with their lifecycle, and queues with their consumers. */
export function bucketsAndQueues() {
  const buckets: Buckets = new Map();
  const objects: Objects = new Map();
  const queues: Queues = new Map();
  return {
    buckets,
    /** Bytes by `bucket/key`. */
    objects,
    queues,
    answer: (call: Call): Answer =>
      ofObjects(buckets, objects, call) ?? ofBuckets(buckets, call) ?? ofQueues(queues, call),
  };
}

type Buckets = Map<string, { jurisdiction: string | null; lifecycle: unknown }>;
type Objects = Map<string, Uint8Array>;

function ofObjects(buckets: Buckets, objects: Objects, { method, path, bytes }: Call): Answer {
  const [, bucket = '', key = ''] = /^\/r2\/buckets\/([^/]+)\/objects\/([^/]+)$/.exec(path) ?? [];
  if (!buckets.has(bucket)) return null;
  const name = `${bucket}/${decodeURIComponent(key)}`;
  if (method === 'PUT') {
    objects.set(name, bytes);
    return { result: {} };
  }
  const found = objects.get(name);
  return found
    ? { bytes: found }
    : { code: 10_007, message: 'The specified key does not exist.', status: 404 };
}

function ofBuckets(buckets: Buckets, { method, path, body, jurisdiction = null }: Call): Answer {
  if (path === '/r2/buckets' && method === 'POST') {
    const { name } = JSON.parse(body) as { name: string };
    if (buckets.has(name))
      return { code: 10004, message: 'The bucket you tried to create already exists, and you own it.' };
    buckets.set(name, { jurisdiction, lifecycle: null });
    return { result: { name } };
  }
  const [, name = '', act] = /^\/r2\/buckets\/([^/]+)(\/lifecycle)?$/.exec(path) ?? [];
  const bucket = buckets.get(name);
  if (bucket?.jurisdiction !== jurisdiction) return null;
  if (act === '/lifecycle' && method === 'PUT') bucket.lifecycle = JSON.parse(body);
  return { result: { name, ...bucket } };
}

type Queues = Map<string, { jurisdiction: string | null; consumers: Record<string, unknown>[] }>;

function ofQueues(queues: Queues, { method, path, query, body }: Call): Answer {
  const describeQueue = (name: string) => ({
    queue_id: `id-${name}`,
    queue_name: name,
    consumers: queues.get(name)?.consumers ?? [],
    producers: [],
    settings: {},
  });
  if (path === '/queues' && method === 'POST') {
    const { queue_name: name, jurisdiction = null } = JSON.parse(body) as {
      queue_name: string;
      jurisdiction?: string;
    };
    if (queues.has(name))
      return { code: 11009, message: `Queue name '${name}' is already taken. Please use a different name` };
    queues.set(name, { jurisdiction, consumers: [] });
    return { result: describeQueue(name) };
  }
  if (path === '/queues') {
    const wanted = query.getAll('name');
    const names = [...queues.keys()].filter((name) => wanted.length === 0 || wanted.includes(name));
    return { result: names.map(describeQueue), info: { page: 1, total_pages: 1 } };
  }
  const [, name = ''] = /^\/queues\/id-([^/]+)\/consumers/.exec(path) ?? [];
  const queue = queues.get(name);
  if (!queue) return null;
  if (method !== 'GET') queue.consumers = [JSON.parse(body) as Record<string, unknown>];
  return { result: method === 'GET' ? queue.consumers : queue.consumers[0] };
}
