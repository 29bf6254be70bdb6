import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const inspector = ['--yes', '@modelcontextprotocol/inspector@2', '--cli'];
const program = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
const timeoutMs = 300_000;

type Target = { apiUrl: string; apiKey: string };

/**
 * Lists and calls tools with the command line of the MCP Inspector (docs/mcp.md), over HTTP and through `crewboard
 * mcp`. Throws with its output if one fails, or if schemas of tools are not portable. Returns its version.
 */
export async function inspectMcp({ apiUrl, apiKey }: Target): Promise<string> {
  const inspect = async (...args: string[]) => {
    const { stdout } = await run('npx', [...inspector, ...args], { cwd: tmpdir(), timeout: timeoutMs });
    return stdout;
  };
  const http = [`${apiUrl}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${apiKey}`];
  const call = ['--method', 'tools/call', '--tool-name', 'create_project', '--tool-arg', 'name=Inspected'];
  const listed = JSON.parse(await inspect(...http, '--method', 'tools/list', '--strict'));
  const called = JSON.parse(await inspect(...http, ...call));
  if (called.structuredContent?.name !== 'Inspected') throw new Error(JSON.stringify(called));
  const env = ['-e', `CREWBOARD_URL=${apiUrl}`, '-e', `CREWBOARD_TOKEN=${apiKey}`];
  const stdio = ['--', process.execPath, program, 'mcp'];
  const forwarded = JSON.parse(await inspect(...env, '--method', 'tools/list', ...stdio));
  if (forwarded.tools.length !== listed.tools.length) throw new Error(JSON.stringify(forwarded));
  return (await inspect('--version')).trim();
}
