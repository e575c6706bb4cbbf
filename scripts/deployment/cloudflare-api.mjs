import { setTimeout as pause } from 'node:timers/promises';
import { parseJson, runWrangler } from './cloudflare.mjs';

/** Number of attempts for a call that Cloudflare rejected as overloaded, without executing it. */
const tries = 10;

/** The API refused a call, with this status. */
export class CloudflareError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls Cloudflare's API below the account. Throws `CloudflareError` with Cloudflare's message.
 * @typedef {(method: string, path: string, body?: object) => Promise<unknown>} CallCloudflare
 */

/**
 * For calls that wrangler has no command for. Login and account are those of wrangler.
 * @returns {Promise<CallCloudflare>}
 */
export async function openCloudflareApi() {
  const send = await openAccountRequests();
  return async (method, path, body) => {
    const response = await send(method, path, {
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isAnswer = response.headers.get('Content-Type')?.includes('json') ?? false;
    if (!isAnswer) throw new Error(`Cloudflare answered with status ${response.status}. Try again.`);
    /** @type {{ success: boolean, errors: { message: string }[], result: unknown }} */
    const { success, errors, result } = JSON.parse(await response.text());
    if (!success) throw new CloudflareError(response.status, errors.map(({ message }) => message).join('; '));
    return result;
  };
}

/**
 * Requests below the account with any body. Waits and repeats a request that Cloudflare rejected as too many.
 * @returns {Promise<(method: string, path: string, options: { headers: Record<string, string>, body?: string | Blob }) => Promise<Response>>}
 */
export async function openAccountRequests() {
  const base = process.env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4';
  const token = process.env['CLOUDFLARE_API_TOKEN'] || (await wranglerToken());
  const account = process.env['CLOUDFLARE_ACCOUNT_ID'] || (await onlyAccount());
  return async (method, path, { headers, ...options }) => {
    for (let left = tries; ; left -= 1) {
      const response = await fetch(`${base}/accounts/${account}${path}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}` },
        ...options,
      });
      if (response.status !== 429 || left === 0) return response;
      await pause(1000 * Number(response.headers.get('Retry-After') ?? 30));
    }
  };
}

/** @returns {Promise<string>} */
async function onlyAccount() {
  const { accounts } = parseJson(await runWrangler(['whoami', '--json']));
  if (accounts.length === 1) return accounts[0].id;
  throw new Error('Name the account in CLOUDFLARE_ACCOUNT_ID: you may use several.');
}

/** @returns {Promise<string>} */
async function wranglerToken() {
  return parseJson(await runWrangler(['auth', 'token', '--json'])).token;
}
