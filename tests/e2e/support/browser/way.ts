import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to the product that a test can close: whoever came by it sees a server that is gone. */
export interface Way {
  address: string;
  /** Cuts every connection, and refuses new ones until `open`. */
  close: () => Promise<void>;
  open: () => Promise<void>;
}

export async function wayTo(product: string): Promise<Way> {
  const { hostname, port } = new URL(product);
  const connections = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      connections.add(from);
      from.pipe(to);
      // The other end learns of it by the close that follows.
      from.on('error', () => undefined);
      from.once('close', () => {
        connections.delete(from);
        to.destroy();
      });
    }
  });
  let own = 0;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(own, hostname, resolve);
    });
  await open();
  own = (server.address() as AddressInfo).port;
  return {
    address: `http://${hostname}:${own}`,
    open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}
