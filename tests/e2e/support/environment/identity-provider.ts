import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';

const client = { id: 'backlot', secret: 'client-secret-of-the-tests' };

/**
 * A real identity provider on loopback, with its own sign-in pages: whoever types an e-mail address is that person, with
 * something after a `#` another account of that address.
 * `register` lets the product in under its address; `vars` are what the product is set up with.
 */
export async function openProvider() {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  // A name, not a number: to the browser it is another site than the product.
  await new Promise<void>((listening) => {
    server.listen(0, 'localhost', listening);
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    vars: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    register(product: string) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${product}/api/auth/callback`],
            post_logout_redirect_uris: [`${product}/api/auth/signed-out`],
          },
        ],
        cookies: { keys: ['a key of the tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: async (_context, id) => ({
          accountId: id,
          claims: async () => ({
            sub: id,
            email: id.replace(/#.*/, ''),
            email_verified: !id.startsWith('unverified'),
          }),
        }),
      });
      answer = provider.callback();
    },
    stop: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

/** Signs in on the provider's page, where the product has sent the browser, and lets the product know who it is. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
