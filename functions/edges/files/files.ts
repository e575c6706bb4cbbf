/** R2 stores the bytes under the id of their row; D1 has their name and permissions. */
export async function putFile(env: Env, key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
}

/** `range` are the headers of a range request. */
export async function getFile(env: Env, key: string, range?: Headers): Promise<R2ObjectBody | null> {
  return env.FILES.get(key, range ? { range } : {});
}

export async function readFileBytes(env: Env, key: string): Promise<Uint8Array | null> {
  const object = await env.FILES.get(key);
  return object ? new Uint8Array(await object.arrayBuffer()) : null;
}

export async function deleteFiles(env: Env, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await env.FILES.delete([...keys]);
}

/** Deletes every file with this key prefix. */
export async function deleteFilesWith(env: Env, prefix: string): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list({ prefix, limit: 500 });
    if (objects.length === 0) return;
    await env.FILES.delete(objects.map(({ key }) => key));
  }
}

/** For archives, the detection library reads and unpacks entries; this limits it. */
const maxSniffedBytes = 1024 * 1024;

/** Detects the type from the first bytes; neither the name nor the sender's type is trusted. */
export async function sniffContentType(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, maxSniffedBytes)))?.mime ?? 'application/octet-stream';
}
