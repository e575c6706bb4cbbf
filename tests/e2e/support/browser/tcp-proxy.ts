import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy in front of the product that a test can close, so that its clients see a server that is gone. */
export interface TcpProxy {
  address: string;
  /** Cuts every connection, and refuses new ones until `open`. */
  close: () => Promise<void>;
  open: () => Promise<void>;
}

export async function openTcpProxy(product: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(product);
  const connections = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      connections.add(from);
      from.pipe(to);
      // The `close` event that follows ends the other side.
      from.on('error', () => undefined);
      from.once('close', () => {
        connections.delete(from);
        to.destroy();
      });
    }
  });
  let ownPort = 0;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(ownPort, hostname, resolve);
    });
  await open();
  ownPort = (server.address() as AddressInfo).port;
  return {
    address: `http://${hostname}:${ownPort}`,
    open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}
