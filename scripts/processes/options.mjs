import { parseArgs } from 'node:util';

/**
 * Parses the options of a command as `parseArgs` does. Throws when npm took an option for itself: without `--` before
 * the options, `npm run deploy --dry-run` would deploy, and `npm run admin you@example.com --remote` would write into
 * the local databases.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function parseOptions(config) {
  const command = process.env['npm_lifecycle_event'] ?? 'COMMAND';
  const taken = Object.keys(config.options ?? {}).find(
    (name) =>
      process.env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined &&
      !process.argv.some((argument) => argument.startsWith(`--${name}`)),
  );
  if (taken !== undefined)
    throw new Error(
      `npm took --${taken} for itself, and nothing was done. Write -- before the options: npm run ${command} -- --${taken}`,
    );
  try {
    return parseArgs(config);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new Error(`${message}. Options come after --: npm run ${command} -- --option value`, {
      cause: error,
    });
  }
}
