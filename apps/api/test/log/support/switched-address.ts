import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An address of 127.0.0.1 that leads to one port or another, as the address of a database does after a failover. */
export class SwitchedAddress {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((near) => {
      const far = connect(this.#target, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  }

  static async start(target: number): Promise<SwitchedAddress> {
    const address = new SwitchedAddress(target);
    await once(address.#server.listen(0, '127.0.0.1'), 'listening');
    return address;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections; new ones lead to this port. */
  switchTo(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.switchTo(this.#target);
    this.#server.close();
    await once(this.#server, 'close');
  }
}
