import { sandbox } from './app.ts';
import type { SandboxEnv } from './env.ts';

export default { fetch: sandbox.fetch } satisfies ExportedHandler<SandboxEnv>;
