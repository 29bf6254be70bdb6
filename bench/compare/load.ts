// The load generator, a process of its own: sends requests on its connections, one at a time on each.
import { Client, type Dispatcher } from 'undici';

export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

export type Load = {
  /** Connections are divided among them in turn. */
  origins: string[];
  /** Sent in turn. */
  requests: Request[];
  connections: number;
  /** How many requests to send; with `isWork`, how many tasks to claim and complete. */
  count: number;
  /** Requests claim the next task, and each connection completes it before it claims another one. */
  isWork?: boolean;
};

export type LoadResult = {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  statuses: Record<string, number>;
};

type Response = { status: number; body: string };

function send(client: Client, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(request as Dispatcher.DispatchOptions, {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        status = statusCode;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        resolve({ status, body: chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString() });
      },
      onResponseError: (_, error) => reject(error),
    });
  });
}

async function run({ origins, requests, connections, count, isWork }: Load): Promise<LoadResult> {
  const clients = Array.from(
    { length: connections },
    (_, index) => new Client(origins[index % origins.length] as string),
  );
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const startedAt = performance.now();
  const timed = async (client: Client, request: Request): Promise<Response> => {
    const sentAt = performance.now();
    const response = await send(client, request);
    times.push(performance.now() - sentAt);
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    return response;
  };
  const sendInTurn = async (client: Client) => {
    while (next < count) {
      const { body } = await timed(client, requests[next++ % requests.length] as Request);
      if (!body.startsWith('{') && !body.startsWith('[')) throw new Error(`Not JSON: ${body}`);
    }
  };
  let done = 0;
  const claimAndComplete = async (client: Client, index: number) => {
    const request = requests[index % requests.length] as Request;
    while (next < count) {
      next += 1;
      const claimed = await timed(client, request);
      if (claimed.status !== 200) return;
      const path = `/api/tasks/${JSON.parse(claimed.body).id}/complete`;
      await timed(client, { ...request, path, body: '{"result":"Done"}' });
      done += 1;
    }
  };
  await Promise.all(
    clients.map((client, index) => (isWork ? claimAndComplete(client, index) : sendInTurn(client))),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { count: isWork ? done : times.length, seconds, p50: at(0.5), p99: at(0.99), statuses };
}

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
