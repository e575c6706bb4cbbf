import { createServer } from 'node:net';

/**
 * @param {number} port 0: any
 * @returns {Promise<number | null>} the port when nobody listens on it
 */
export function freePort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
