import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';

const client = { id: 'backlot', secret: 'client-secret-of-the-tests' };

/**
 * Opens a real identity provider on loopback, with its own sign-in pages. Any e-mail address signs in as that person;
 * text after a `#` makes it another account with that address.
 * `register` registers the product as a client at its address; `vars` configure the product.
 */
export async function openProvider() {
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  // A host name instead of an IP address: the browser treats it as another site than the product.
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
      handle = provider.callback();
    },
    stop: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

/** Signs in on the provider's page and consents, so that the product learns the user's identity. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
