import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../build-web.mjs';
import { cacheDir } from '../environment.mjs';
import { runWrangler } from './cloudflare.mjs';
import { writeConfigurations } from './deployment.mjs';
import { checkStartCpu, checkWorkerSize } from './worker-size.mjs';

/**
 * Bundles the deployment without any call to Cloudflare. Throws when the Worker exceeds its limits of size and start.
 * @param {import('../processes/progress.mjs').Progress} progress
 * @param {import('./deployment.mjs').Deployment} deployment
 */
export async function dryRun(progress, deployment) {
  await progress.step('The web', buildWeb);
  const folders = await writeConfigurations(deployment, new Map());
  const config = join(folders.worker, 'wrangler.json');
  await progress.step('The Worker', async () => {
    const outdir = join(cacheDir, 'dry-run');
    rmSync(outdir, { recursive: true, force: true });
    await runWrangler(['deploy', '--dry-run', '--outdir', outdir, '--metafile', '--config', config]);
    return checkWorkerSize(outdir);
  });
  await progress.step('Start of the Worker', () => {
    const outfile = join(cacheDir, 'start.cpuprofile');
    return checkStartCpu(async () => {
      await runWrangler(['check', 'startup', '--config', config, '--outfile', outfile]);
      return JSON.parse(readFileSync(outfile, 'utf8'));
    });
  });
  await progress.step('Pages', async () => {
    const output = join(cacheDir, 'pages');
    await runWrangler(['pages', 'functions', 'build', '--outdir', output], { cwd: folders.pages });
  });
  progress.print(`\nThis would be deployed to ${deployment.address}. Nothing was.`);
}
