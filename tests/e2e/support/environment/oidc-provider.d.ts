/** The parts that the tests use of this package, which has no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Configuration {
    clients: readonly Record<string, unknown>[];
    cookies: { keys: readonly string[] };
    claims: Readonly<Record<string, readonly string[]>>;
    findAccount: (
      context: unknown,
      id: string,
    ) => Promise<{ accountId: string; claims: () => Promise<Record<string, unknown>> }>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
