import { openAccount } from './account.ts';

/**
 * `npm run practice-account`: serves a fake Cloudflare account until it is stopped, so that an operator can practice
 * deployment, backup and restore (docs/operations.md). It keeps databases and files in memory and runs no Worker.
 */
const account = await openAccount((call) => console.log(`Not known here: ${call}`));
const lines = Object.entries(account.environment).map(([name, value]) => `export ${name}=${value}`);
console.log(
  `An empty account, until Ctrl-C; nothing of it is kept. In another terminal, first:\n\n${lines.join('\n')}\n`,
);
