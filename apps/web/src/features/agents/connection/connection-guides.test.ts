import { expect, test } from 'vitest';
import { connectionGuides, guideSummary, tokenPlaceholder } from './connection-guides.ts';

const apiUrl = 'https://board.example';
const token = 'cb_agent_secret';
const connection = { apiUrl, teamId: 'TEAM', projectId: 'PROJECT', agentId: 'AGENT', token };
const guides = connectionGuides(connection);
const textOf = ({ blocks }: (typeof guides)[number]) => blocks.map(({ text }) => text).join('\n');

// The block of the guide for TypeScript only runs a file: it has none of these steps.
const written = guides.filter(({ value }) => value !== 'typescript');

test.each(guides)('$label takes no task from the queue', (guide) => {
  expect(textOf(guide)).not.toMatch(/claim.?next|crewboard -- work|worker\.|queue/i);
});

test.each(written)(
  '$label says what it does, then creates, claims and completes a task that only the agent can claim',
  (guide) => {
    const [before = '', after = ''] = textOf(guide).split(guideSummary);
    expect(before).not.toMatch(/teams\/TEAM|tasks create|create_task \{/);
    const steps = [/create|teams\/TEAM\/tasks/, /claim_task|claim[" ]/, /complete_task|complete[" ]/];
    const places = steps.map((step) => after.search(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(after).toMatch(/assigned-?agent-?id\W+AGENT/i);
  },
);

test('each guide sets the address and the token before it reads them', () => {
  for (const guide of guides) {
    const variables = new Set<string>();
    for (const { text } of guide.blocks) {
      for (const [, name = ''] of text.matchAll(/^(?:export | *)(CREWBOARD_\w+)[=:]/gm)) variables.add(name);
      const read = [
        ...text.matchAll(/\$(CREWBOARD_\w+)|environ\["(CREWBOARD_\w+)"|-env-var (CREWBOARD_\w+)/g),
      ];
      for (const [, ...names] of read) {
        const name = names.find(Boolean);
        expect(name && variables.has(name), `${name} in ${guide.label}`).toBe(true);
      }
    }
    expect(textOf(guide)).toContain(apiUrl);
  }
});

test('each guide has the token, or a placeholder if the token cannot be shown again', () => {
  const later = connectionGuides({ ...connection, token: null });
  for (const [index, guide] of guides.entries()) {
    const without = later[index];
    if (guide.value === 'github') expect(textOf(guide)).not.toContain(token);
    else expect(textOf(guide).split(token)).toHaveLength(2);
    expect(without && textOf(without)).toBe(textOf(guide).replaceAll(token, tokenPlaceholder));
  }
});

test('the configuration of MCP clients is valid JSON', () => {
  const text = guides.find(({ value }) => value === 'mcp')?.blocks[0]?.text ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  expect(JSON.parse(text).mcpServers.crewboard).toEqual({ type: 'http', url: `${apiUrl}/mcp`, headers });
});
