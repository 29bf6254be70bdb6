// Receives webhooks: verifies each delivery, skips ids that it has processed, and prints a line for each event.
//   WEBHOOK_SECRET=whsec_… node_modules/.bin/node examples/webhook-receiver.ts
// Elsewhere: npm install standardwebhooks
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';

interface Named {
  title?: string;
  name?: string;
  result?: string | null;
}
interface Event {
  type: string;
  timestamp: string;
  data: { task?: Named; agent?: Named; project?: Named; actor: { kind: string; name: string | null } };
}

const PORT = Number(process.env.PORT ?? 4800);
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const secret = process.env.WEBHOOK_SECRET;
if (!secret) {
  console.error(`Set WEBHOOK_SECRET. Only the response that creates the webhook has it:

  curl -X POST http://127.0.0.1:4000/api/teams/$TEAM_ID/webhooks \\
    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
    -d '{"url":"http://127.0.0.1:${PORT}/"}'
`);
  process.exit(1);
}
const webhook = new Webhook(secret);
/** The ids that were processed. A real receiver stores them in its database, in the transaction that handles the event. */
const processed = new Set<string>();

createServer(async (request, response) => {
  const respond = (status: number) => void response.writeHead(status).end();
  if (request.method !== 'POST') return respond(405);
  const body = await read(request);
  if (!body) return respond(413);
  let event: Event;
  try {
    // Verify the bytes as received: parsing and serializing JSON changes the signature.
    event = webhook.verify(body, request.headers as Record<string, string>) as Event;
  } catch (error) {
    console.error(`Rejected: ${(error as Error).message}`);
    return respond(401);
  }
  const id = String(request.headers['webhook-id']);
  if (!processed.has(id)) {
    console.log(describe(event)); // a real receiver stores it here
    processed.add(id);
  }
  respond(204); // only after it is stored, because it is not sent again; do slow work after the response
}).listen(PORT, '127.0.0.1', () => console.log(`Waiting for webhooks on http://127.0.0.1:${PORT}/`));

/** The body; undefined if it is too large or incomplete. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** In one line: `task.completed  Say hello → The result (agent Ada)`. */
function describe({ type, data: { task, agent, project, actor } }: Event): string {
  const subject = task?.title ?? agent?.name ?? project?.name ?? '';
  const result = type === 'task.completed' ? ` → ${task?.result ?? ''}` : '';
  const line = `${subject}${result} (${actor.kind} ${actor.name ?? ''}`.trim();
  // Other people wrote these texts: remove new lines and terminal escapes.
  return `${type}  ${line.replace(/[\s\p{Cc}]+/gu, ' ')})`;
}
