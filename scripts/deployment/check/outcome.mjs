/**
 * The result of one check: `remark` is what was seen, or why it failed or was left out; `next` what to do about it.
 * @typedef {{ name: string, outcome: 'ok' | 'failed' | 'left out', remark: string, next?: string }} CheckResult
 */

/** A check failed. `next` is what the administrator does. */
export class CheckFailure extends Error {
  /** @param {string} message @param {string} next */
  constructor(message, next) {
    super(message);
    this.next = next;
  }
}

/** A check could not be done with what was given. */
export class LeftOut extends CheckFailure {}

const repeat = 'repeat the check; see the logs of the Worker.';

/**
 * Runs one check, which returns what it saw. Any other error than the two above is a failure, too.
 * @param {string} name
 * @param {() => Promise<string>} check
 * @returns {Promise<CheckResult>}
 */
export async function runCheck(name, check) {
  try {
    return { name, outcome: 'ok', remark: await check() };
  } catch (error) {
    if (error instanceof CheckFailure)
      return {
        name,
        outcome: error instanceof LeftOut ? 'left out' : 'failed',
        remark: error.message,
        next: error.next,
      };
    return { name, outcome: 'failed', ...describeError(error) };
  }
}

/** @param {unknown} error @returns {{ remark: string, next: string }} */
function describeError(error) {
  if (!(error instanceof Error)) return { remark: String(error), next: repeat };
  // `fetch` gives only the cause the name of the host, and whether it is unknown, silent or without a certificate.
  return error.cause instanceof Error
    ? {
        remark: `${error.message}: ${error.cause.message || String(error.cause)}.`,
        next: 'check the address and its custom domain; a new one works after some minutes.',
      }
    : { remark: error.message, next: repeat };
}

/** @param {CheckResult} result @returns {string} one line */
export function formatResult({ name, outcome, remark, next }) {
  return `${outcome.padEnd(8)}  ${name}: ${remark}${next === undefined ? '' : ` Next: ${next}`}`;
}
