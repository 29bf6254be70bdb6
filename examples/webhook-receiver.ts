// Receives webhooks: verifies each delivery, leaves out what came before, and prints a line for each event.
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
const LARGEST_BODY = 8 * 1024 * 1024;

const secret = process.env.WEBHOOK_SECRET;
if (!secret) {
  console.error(`Set WEBHOOK_SECRET. It is in the answer that makes the webhook, and in no later one:

  curl -X POST http://127.0.0.1:4000/api/teams/$TEAM_ID/webhooks \\
    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
    -d '{"url":"http://127.0.0.1:${PORT}/"}'
`);
  process.exit(1);
}
const webhook = new Webhook(secret);
/** The ids that were seen. A real receiver keeps them in its database, together with what it makes of the event. */
const seen = new Set<string>();

createServer(async (request, response) => {
  const answer = (status: number) => void response.writeHead(status).end();
  if (request.method !== 'POST') return answer(405);
  const body = await read(request);
  if (!body) return answer(413);
  let event: Event;
  try {
    // The bytes as they arrived: JSON that was parsed and written again has another signature.
    event = webhook.verify(body, request.headers as Record<string, string>) as Event;
  } catch (error) {
    console.error(`Refused: ${(error as Error).message}`);
    return answer(401);
  }
  const id = String(request.headers['webhook-id']);
  if (!seen.has(id)) {
    console.log(describe(event)); // a real receiver stores it here
    seen.add(id);
  }
  answer(204); // not before it is stored, since it is not sent again; whatever takes longer comes after it
}).listen(PORT, '127.0.0.1', () => console.log(`Waiting for webhooks on http://127.0.0.1:${PORT}/`));

/** Undefined when it is too large, or broke off. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > LARGEST_BODY) return undefined;
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
  // Other people wrote these texts: no new lines, no commands to the terminal.
  return `${type}  ${line.replace(/[\s\p{Cc}]+/gu, ' ')})`;
}
