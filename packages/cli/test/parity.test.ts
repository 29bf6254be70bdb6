import path from 'node:path';
import { allOperations, type McpTool, mcpTools } from '@crewboard/contracts';
import { createClient, operations } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { toWord } from '../src/command-spec.ts';
import { createProgram } from '../src/program.ts';
import { differences } from './schemas/differences.ts';
import { runCli } from './support/run-cli.ts';

const client = createClient({ url: 'http://127.0.0.1:1', token: 'x' }) as unknown as Record<
  string,
  Record<string, unknown>
>;

/** A stream has a method and a command of its own. */
const streamed: Record<string, string> = { 'events.follow': 'watch' };

/** Only the dashboard calls these, over tRPC: they have no REST route. */
const isOfDashboard = (id: string) =>
  allOperations.some((operation) => operation.id === id && !operation.rest) && !streamed[id];

function helpOf(words: string[]): string | undefined {
  let command = createProgram(process);
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return undefined;
    command = next;
  }
  return command.helpInformation();
}

it.each(allOperations.map(({ id }) => id))(
  '%s has a method and a command, or is of the dashboard alone',
  (id) => {
    const [area = '', name = ''] = id.split('.');
    const help = helpOf(streamed[id]?.split(' ') ?? [toWord(area), toWord(name)]);
    expect({ method: typeof client[area]?.[name], command: help !== undefined }).toEqual(
      isOfDashboard(id) ? { method: 'undefined', command: false } : { method: 'function', command: true },
    );
  },
);

const toolOf = (id: string): McpTool | { omitted: string } | undefined =>
  (mcpTools as Record<string, McpTool | { omitted: string }>)[id];

const toSnakeCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row for each operation: how it is reached, or why it is not. */
function rows(): string[] {
  return allOperations.map(({ id, operationId, rest }) => {
    const [area = '', name = ''] = id.split('.');
    const method = `\`${area}.${name}\``;
    if (streamed[id])
      return [method, 'the stream of `events.list`', method, `\`${streamed[id]}\``, '¹'].join(' | ');
    if (!rest) return [method, '²', '²', '²', '²'].join(' | ');
    const tool = toolOf(id);
    const tools = [
      toSnakeCase(operationId ?? name),
      ...Object.keys((tool && 'others' in tool && tool.others) || {}),
    ];
    const mcp = tool && 'omitted' in tool ? tool.omitted : tools.map((each) => `\`${each}\``).join(', ');
    const command = `\`${toWord(area)} ${toWord(name)}\``;
    return [method, `\`${rest.method} ${rest.path}\``, method, command, mcp].join(' | ');
  });
}

it('docs/interfaces.md has every operation as it is reached', async () => {
  const table = rows()
    .map((row) => `| ${row} |`)
    .join('\n');
  const inputRows = differences
    .map(({ interfaces, text }) => `| ${interfaces.join(', ')} | ${text} |`)
    .join('\n');
  await expect(`# The operations and how they are reached

Made from the operations in \`packages/contracts\` by \`npm test -- --unit packages/cli/test/parity -u\`.

Every operation is a procedure of tRPC, which the dashboard calls. The other interfaces are made from the same declarations,
with the same inputs, outputs and errors, but for what is listed below.

| Operation (tRPC) | REST | SDK | Command | MCP tool, or why there is none |
|---|---|---|---|---|
${table}

¹ A model cannot wait for a stream: \`list_events\` has the same events.

² Of the dashboard alone: it needs the session of a person, which programs do not have.

## Inputs

\`packages/cli/test/schemas\` compares the input of every operation in \`openapi.json\`, of its tool, its command and its type in the
SDK with its contract: names, types, enums, bounds, defaults and required fields. They differ in this alone:

| Interface | Differs from the contract |
|---|---|
${inputRows}
`).toMatchFileSnapshot(path.join(import.meta.dirname, '../../../docs/interfaces.md'));
});

it('the help of an area names each of its operations', () => {
  for (const id of Object.keys(operations)) {
    const [area = '', name = ''] = id.split('.');
    expect(helpOf([toWord(area)])).toMatch(new RegExp(`^ {2}${toWord(name)} .*\\w`, 'm'));
  }
});

it('each command shows how it is called', async () => {
  for (const id of Object.keys(operations)) {
    const words = id.split('.').map(toWord);
    const { stdout } = await runCli([...words, '--help']);
    expect(stdout).toContain(`$ crewboard ${words.join(' ')}`);
  }
});
