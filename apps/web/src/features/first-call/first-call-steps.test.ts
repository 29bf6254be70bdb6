import { describe, expect, it } from 'vitest';
import { firstCallSteps, placeholders } from './first-call-steps.ts';

const parts = firstCallSteps('https://crewboard.example.com').flatMap((step) => step.parts);
const commands = parts.map(({ command }) => command);

describe('firstCallSteps', () => {
  it('lists every placeholder', () => {
    const words = commands.flatMap((command) => command.match(/(?<![A-Z_$])[A-Z_]{2,}\b/g) ?? []);
    const others = ['POST', 'CREWBOARD_TEAM', 'CREWBOARD_KEY'];
    expect(new Set(words.filter((word) => !others.includes(word)))).toEqual(new Set(placeholders));
  });

  it('uses the URL at which people and agents reach the API', () => {
    const curls = commands.filter((command) => command.startsWith('curl'));
    expect(curls).toHaveLength(4);
    for (const text of curls) expect(text).toMatch(/^curl -X POST https:\/\/crewboard\.example\.com\/api\//);
  });

  it('names each copy button differently', () => {
    expect(new Set(parts.map(({ subject }) => subject)).size).toBe(parts.length);
  });
});
