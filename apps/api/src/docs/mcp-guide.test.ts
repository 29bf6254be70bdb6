import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { toolsByCaller } from '../mcp/tools.ts';
import { llmsFullText } from './llms-full-text.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8');

it('docs/mcp.md has every tool with its operation and who sees it', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| ([\w.]+) \| (yes|) ?\| (yes|) ?\|$/gm)];
  const documented = rows.map(([, name, id, agent, key]) => ({
    name,
    id,
    agent: agent === 'yes',
    key: key === 'yes',
  }));
  const tools = new Map([...toolsByCaller.agent, ...toolsByCaller.key]);
  const existing = [...tools].map(([name, { operation }]) => ({
    name,
    id: operation.id,
    agent: toolsByCaller.agent.has(name),
    key: toolsByCaller.key.has(name),
  }));
  const byName = (a: { name?: string }, b: { name?: string }) => String(a.name).localeCompare(String(b.name));
  expect(documented.sort(byName)).toEqual(existing.sort(byName));
});

it('/llms-full.txt says how many tools an agent gets', () => {
  expect(llmsFullText('')).toContain(`an agent gets ${toolsByCaller.agent.size} tools`);
});
