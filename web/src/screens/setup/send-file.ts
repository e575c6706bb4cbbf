import { mustSucceed, send } from '../../api.ts';

/** A file to import. `key` is the idempotency key of the import. */
export interface ChosenFile {
  file: File;
  key: string;
}

/** Sends a file to a route below `/api/budgets`. Throws `ApiError`. */
export async function sendFile(
  path: string,
  query: Record<string, string>,
  { file, key }: ChosenFile,
): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  const headers = { 'Idempotency-Key': key };
  const address = `/api/budgets/${path}?${new URLSearchParams(query)}`;
  return mustSucceed(await send(address, { method: 'POST', body, headers }));
}
