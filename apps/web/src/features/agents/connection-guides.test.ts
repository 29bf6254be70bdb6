import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agentInstructions, connectionGuides } from './connection-guides.ts';

const token = 'cb_agent_secret';
const guides = connectionGuides({ apiUrl: 'https://board.example', teamId: 'TEAM', token });
const textsOf = (value: string) =>
  guides.find((guide) => guide.value === value)?.steps.map(({ text }) => text);
const example = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../../examples', file), 'utf8');

test('contain the token only where a client stores it', () => {
  const withToken = guides.filter(({ steps }) => steps.some(({ text }) => text.includes(token)));
  expect(withToken.map(({ value }) => value)).toEqual(['mcp', 'environment']);
});

test('have a configuration that is valid JSON, with the address and the token', () => {
  expect(JSON.parse(textsOf('mcp')?.[1] ?? '').mcpServers.crewboard).toEqual({
    type: 'http',
    url: 'https://board.example/mcp',
    headers: { Authorization: `Bearer ${token}` },
  });
});

test('are those of the examples', () => {
  expect(example('claude-code/.claude/skills/crewboard/SKILL.md')).toBe(agentInstructions.skill);
  expect(example('codex/AGENTS.md')).toBe(agentInstructions.agentsMd);
  const { url, headers } = JSON.parse(example('claude-code/.mcp.json')).mcpServers.crewboard;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces them with variables of the environment.
  expect([url, headers.Authorization]).toEqual(['${CREWBOARD_URL}/mcp', 'Bearer ${CREWBOARD_TOKEN}']);
  expect(example('codex/config.toml')).toContain(
    textsOf('mcp')?.[2]?.replace('https://board.example', 'http://127.0.0.1:4000'),
  );
});
