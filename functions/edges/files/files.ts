import { fileTypeFromBuffer } from 'file-type';

/** Bytes live in R2 under the id of their row; what they are called and who may read them is in D1. */
export async function putFile(env: Env, key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await env.FILES.put(key, bytes, { httpMetadata: { contentType } });
}

/** `range`: the headers of a request that wants a part of it. */
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

/** Of an archive the library looks for names in it, and unpacks: as far as this. */
const sniffedBytes = 1024 * 1024;

/** What the bytes are, by their own beginning; the name and the sender's word are not trusted. */
export async function sniffContentType(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes.subarray(0, sniffedBytes)))?.mime ?? 'application/octet-stream';
}
