import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agentInstructions } from './agent-instructions.ts';
import { connectionGuides } from './connection-guides.ts';

const apiUrl = 'https://board.example';
const token = 'cb_agent_secret';
const guides = connectionGuides({ apiUrl, teamId: 'TEAM', token });
const textsOf = (value: string) =>
  guides.find((guide) => guide.value === value)?.steps.map(({ text }) => text) ?? [];
const example = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../../examples', file), 'utf8');

test('are complete, each on its own: the address and the token come before what reads them', () => {
  for (const { steps, value } of guides) {
    const variables = new Set<string>();
    for (const { text } of steps) {
      for (const [, name = ''] of text.matchAll(/^export (CREWBOARD_\w+)=/gm)) variables.add(name);
      const read = [...text.matchAll(/\$\{?(CREWBOARD_(?:URL|TOKEN))|-env-var (CREWBOARD_TOKEN)/g)];
      for (const [, inShell, ofCodex] of read) {
        const name = inShell ?? ofCodex ?? '';
        expect(variables.has(name), `${name} in ${value}`).toBe(true);
      }
    }
    expect(steps.some(({ text }) => text.includes(token))).toBe(true);
  }
});

test('have a configuration that is valid JSON, with the address and the token or its variable', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it with the variable of the environment.
  const variable = '${CREWBOARD_TOKEN}';
  const configurations = [
    { text: textsOf('mcp')[2], secret: token },
    { text: textsOf('instructions')[1], secret: variable },
  ];
  for (const { text, secret } of configurations) {
    expect(JSON.parse(text ?? '').mcpServers.crewboard).toEqual({
      type: 'http',
      url: 'https://board.example/mcp',
      headers: { Authorization: `Bearer ${secret}` },
    });
  }
});

test('have instructions to commit: with the addresses and the variable of the token, without the token', () => {
  const [, , ofSkill = '', , ofAgents = ''] = textsOf('instructions');
  expect([ofSkill, ofAgents]).toEqual(Object.values(agentInstructions(apiUrl)));
  for (const text of [ofSkill, ofAgents]) {
    for (const part of [`${apiUrl}/mcp`, `${apiUrl}/llms.txt`, 'CREWBOARD_TOKEN'])
      expect(text).toContain(part);
    expect(text).not.toContain(token);
  }
});

test('are those of the examples', () => {
  const local = agentInstructions('http://127.0.0.1:4000');
  expect(example('claude-code/.claude/skills/crewboard/SKILL.md')).toBe(local.skill);
  expect(example('codex/AGENTS.md')).toBe(local.agentsMd);
  const { url, headers } = JSON.parse(example('claude-code/.mcp.json')).mcpServers.crewboard;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces them with variables of the environment.
  expect([url, headers.Authorization]).toEqual(['${CREWBOARD_URL}/mcp', 'Bearer ${CREWBOARD_TOKEN}']);
  expect(example('codex/config.toml')).toContain(
    '[mcp_servers.crewboard]\nurl = "http://127.0.0.1:4000/mcp"\nbearer_token_env_var = "CREWBOARD_TOKEN"',
  );
});
