import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';

/** Starts a server on the loopback address, on a free port. */
export async function onLoopback(answer: RequestListener): Promise<{ address: string; close: () => void }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
