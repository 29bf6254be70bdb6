import { describe, expect, it } from 'vitest';
import { firstCallSteps } from './steps.ts';

const commands = firstCallSteps('https://crewboard.example.com').flatMap(({ parts }) =>
  parts.map(({ command }) => command),
);

describe('firstCallSteps', () => {
  it('mark every placeholder', () => {
    for (const { text, placeholders } of commands) {
      const words = text.match(/\b((TEAM|PROJECT|TASK)_ID|TEAM_KEY|AGENT_TOKEN|TEAM|NAME)\b/g) ?? [];
      expect(words).toEqual(placeholders);
    }
  });

  it('use the URL of the API for people and agents', () => {
    const curls = commands.filter(({ text }) => text.startsWith('curl'));
    expect(curls).toHaveLength(4);
    for (const { text } of curls)
      expect(text).toMatch(/^curl -X POST https:\/\/crewboard\.example\.com\/api\//);
  });

  it('name each copy button differently', () => {
    expect(new Set(commands.map(({ subject }) => subject)).size).toBe(commands.length);
  });
});
