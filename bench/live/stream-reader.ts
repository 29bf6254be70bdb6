// The reader of streams, a process of its own. It finds events in the bytes: to parse them would take more of the
// processors than to send them does.
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';

/** Opens a stream with each of these sets of headers. */
export type Open = { url: string; headers: Record<string, string>[] };
/** Waits until each stream has had this many events, and closes them. */
export type Close = { eventsOfEach: number };

/** The delay of each event in each stream, in milliseconds. */
export type Reading = { median: number; p95: number; max: number; events: number };

/** The last field of an event; for browsers, its place in the log follows. In a snapshot, other fields follow. */
const createdAt = Buffer.from('"createdAt":"');
const timeLength = '2026-01-01T00:00:00.000Z'.length;
const endsOfEvent = ['"}', '","xid":'];
const maxEndLength = 8;
const newline = 10;

const requests: ClientRequest[] = [];
const countByStream: number[] = [];
let delays: number[] = [];
let failure: Error | undefined;

async function open({ url, headers: each }: Open): Promise<void> {
  for (const [index, headers] of each.entries()) {
    const request = get(url, { agent: false, headers: { ...headers, Accept: 'text/event-stream' } });
    requests.push(request);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A stream was rejected with ${response.statusCode}`);
    follow(response, index);
  }
}

function follow(response: IncomingMessage, index: number): void {
  countByStream[index] = 0;
  let rest: Buffer = Buffer.alloc(0);
  response.on('data', (chunk: Buffer) => {
    const now = Date.now();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(newline) + 1;
    countByStream[index] = (countByStream[index] ?? 0) + readLines(bytes.subarray(0, end), now);
    rest = bytes.subarray(end);
  });
  response.on('error', () => undefined);
  // A stream that breaks before it is closed fails the run: its missing delays would improve the figures.
  response.on('close', () => {
    failure ??= new Error('A stream broke');
  });
}

/** Records the delays of the events in these lines. Returns how many there are. */
function readLines(lines: Buffer, now: number): number {
  let count = 0;
  for (let at = lines.indexOf(createdAt); at >= 0; at = lines.indexOf(createdAt, at)) {
    at += createdAt.length;
    const end = at + timeLength;
    const following = lines.toString('latin1', end, end + maxEndLength);
    if (!endsOfEvent.some((each) => following.startsWith(each))) continue;
    delays.push(now - Date.parse(lines.toString('latin1', at, end)));
    count += 1;
  }
  return count;
}

async function close({ eventsOfEach }: Close): Promise<Reading> {
  const deadline = Date.now() + 20_000;
  while (countByStream.some((count) => count < eventsOfEach) && Date.now() < deadline && !failure) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (failure) throw failure;
  const wrong = countByStream.filter((count) => count !== eventsOfEach);
  if (wrong.length > 0) throw new Error(`${wrong.length} streams had ${wrong} of ${eventsOfEach} events`);
  for (const request of requests.splice(0)) request.destroy();
  const sorted = delays.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const reading = { median: at(0.5), p95: at(0.95), max: at(1), events: sorted.length };
  delays = [];
  return reading;
}

process.on('message', (message: Open | Close) => {
  const replying: Promise<unknown> = 'url' in message ? open(message) : close(message);
  replying.then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
