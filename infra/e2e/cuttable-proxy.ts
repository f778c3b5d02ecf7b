/** A proxy to the server that can be cut and restored, to simulate network failures. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttableProxy = {
  url: string;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): void;
};

/** @param to address of the server */
export async function openProxy(to: string): Promise<CuttableProxy> {
  const { port, hostname } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer(near => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>(resolve => server.listen(0, hostname, resolve));
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    close() {
      end();
      server.close();
    },
  };
}
