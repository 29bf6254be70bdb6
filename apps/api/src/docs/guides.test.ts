import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  agentFields,
  EventType,
  mayCall,
  projectFields,
  promptInjectionWarning,
  restOperations,
  taskFields,
} from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { instructions } from '../mcp/guides.ts';
import { toolsByCaller } from '../mcp/tools.ts';
import { llmsFullText } from './llms-full-text.ts';
import { llmsText } from './llms-text.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../../..', file), 'utf8');
const asTemplate = (route = '') => route.replaceAll(/:(\w+)/g, '{$1}');

it('docs/api.md has a heading for every operation, with its method and path', () => {
  const headings = read('docs/api.md').matchAll(/^### (\w+\.\w+)\n\n`([A-Z]+) ([^`]+)`/gm);
  const documented = [...headings].map(([, id, method, route]) => `${id} ${method} ${asTemplate(route)}`);
  const declared = restOperations.map(({ id, rest }) => `${id} ${rest.method} ${rest.path}`);
  expect(documented.sort()).toEqual(declared.sort());
});

it('docs/api.md names the types of events', () => {
  const guide = read('docs/api.md');
  expect(EventType.options.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
});

it.each([
  ['a task', taskFields],
  ['an agent', agentFields],
  ['a project', projectFields],
])('docs/api.md names the fields of %s', (_, fields) => {
  const guide = read('docs/api.md');
  expect(Object.keys(fields).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('README.md has a row for every operation, with its callers', () => {
  const rows = read('README.md').matchAll(/^\| [^|]+ \| `([A-Z]+) (\/api\/[^`]+)` \| ((?:key|agent|, )+)/gm);
  const documented = [...rows].map(
    ([, method, route, callers]) => `${method} ${asTemplate(route)}: ${callers}`,
  );
  const callersOf = (operation: (typeof restOperations)[number]) =>
    (['key', 'agent'] as const).filter((kind) => mayCall(kind, operation.access)).join(', ');
  const declared = restOperations.map(
    (operation) => `${operation.rest.method} ${operation.rest.path}: ${callersOf(operation)}`,
  );
  expect(documented.sort()).toEqual(declared.sort());
});

it.each([
  ['the instructions over MCP for agents', instructions.agent],
  ['the instructions over MCP for keys', instructions.key],
  ['/llms.txt', llmsText('')],
  ['/llms-full.txt', llmsFullText('')],
  ['SKILL.md', read('examples/claude-code/.claude/skills/crewboard/SKILL.md')],
  ['AGENTS.md', read('examples/codex/AGENTS.md')],
])('%s says that the texts of others are data, and that credentials are never disclosed', (_, guide) => {
  expect(guide).toContain(promptInjectionWarning);
});

it('/llms-full.txt has each field of a task, with its values and whether it may be null', () => {
  const form = /^## A task\n\n\{(.+)\};/m.exec(llmsFullText(''))?.[1] ?? '';
  expect([...form.matchAll(/(?:^|,)"(\w+)"/g)].map(([, name]) => name)).toEqual(Object.keys(taskFields));
  expect(form).toContain('"status":"todo"|"in_progress"|"done"|"cancelled",');
  expect(form).toContain('"dueDate"|null,');
});

it('docs/mcp.md has every tool with its operation and its callers', () => {
  const guide = read('docs/mcp.md');
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

it('/llms-full.txt states the number of tools of an agent', () => {
  expect(llmsFullText('')).toContain(`an agent gets ${toolsByCaller.agent.size} tools`);
});
