import { openDatabase } from '@crewboard/db';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient, type TeamClient } from '../../e2e/fixtures/team-client.ts';
import { startDeliveringApi } from '../webhooks/start-delivering-api.ts';
import { claimInTerminal } from './claim-in-terminal.ts';
import { claimOverMcp, claimOverRest, type SendClaim, textOfResult } from './claim-next.ts';

const tasksPerLoop = 20;
const description =
  'The second page of the list is empty when a filter is set. Find out why, and add a test that fails without the fix.';
const result = 'The cursor was compared with the wrong column. Fixed, with a test for each filter.';

const tokensIn = (text: string) => encode(text).length;

type Usage = { request: number; response: number };
type Loop = { name: string; send: SendClaim; toRead: (text: string) => string };

const whole = (text: string) => text;
const idIn = (text: string) => /\bc[a-z0-9]{24}\b/.exec(text)?.[0];

/** The tokens of one request and its response in a steady loop: each completes a task and claims the next one. */
async function measureLoop(client: TeamClient, { send, toRead }: Loop): Promise<Usage> {
  for (let index = 0; index <= tasksPerLoop; index += 1) {
    await client.createTask({ title: `Fix the second page of list ${index}`, description });
  }
  let { text } = await send({ leaseSeconds: 600, wait: 20 });
  const used = { request: 0, response: 0 };
  for (let index = 0; index < tasksPerLoop; index += 1) {
    const taskId = idIn(text);
    const reply = await send({ leaseSeconds: 600, wait: 20, complete: { taskId, attempt: 1, result } });
    ({ text } = reply);
    used.request += tokensIn(reply.body);
    used.response += tokensIn(toRead(text));
  }
  await send({ complete: { taskId: idIn(text), attempt: 1, result } });
  return { request: used.request / tasksPerLoop, response: used.response / tasksPerLoop };
}

/** Prints what a worker reads and writes for each task, and what it reads once, in tokens of cl100k_base. */
export async function measureTokens(): Promise<void> {
  const api = await startDeliveringApi();
  const db = openDatabase(api.databaseUrl, { maxConnections: 1 });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Tokens' } });
    const client = createTeamClient(api.apiUrl, team.apiKey, team);
    const { token } = await client.createAgent('Counted');
    const target = { apiUrl: api.apiUrl, teamId: team.teamId, token };
    const mcp = claimOverMcp(target);
    const loops: Loop[] = [
      { name: 'REST', send: claimOverRest(target), toRead: whole },
      { name: 'REST, Prefer: return=minimal', send: claimOverRest(target, 'return=minimal'), toRead: whole },
      { name: 'MCP, the whole response', send: mcp, toRead: whole },
      { name: 'MCP, what the model reads', send: mcp, toRead: textOfResult },
      { name: '`crewboard tasks claim-next`', send: claimInTerminal(target), toRead: whole },
      ...['--json', '--minimal', '--json --minimal', '--json --fields id,attempt,title,description'].map(
        (flags) => ({
          name: `the same with \`${flags}\``,
          send: claimInTerminal(target, ...flags.split(' ')),
          toRead: whole,
        }),
      ),
    ];
    console.log(
      `Tokens (cl100k_base) for each of ${tasksPerLoop} tasks: complete the last one and claim the next\n`,
    );
    console.log(`| Worker | response | request body or command |\n|---|---:|---:|`);
    for (const loop of loops) {
      const { request, response } = await measureLoop(client, loop);
      console.log(`| ${loop.name} | ${response.toFixed(0)} | ${request.toFixed(0)} |`);
    }
    console.log(`\n| Read once | tokens |\n|---|---:|`);
    const guide = await (await fetch(`${api.apiUrl}/llms.txt`)).text();
    console.log(`| /llms.txt | ${tokensIn(guide)} |`);
    const tools = await mcp.listTools();
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    console.log(
      `| MCP, ${tools.length} tools of an agent, what the model reads | ${tokensIn(JSON.stringify(read))} |`,
    );
    console.log(`| MCP, the same with output schemas and hints | ${tokensIn(JSON.stringify(tools))} |`);
  } finally {
    await db.close();
    await api.stop();
  }
}
