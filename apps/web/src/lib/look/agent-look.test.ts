import { describe, expect, it } from 'vitest';
import { hueOf, initialsOf } from './agent-look.ts';

describe('the avatar of an agent', () => {
  it.each([
    ['Ada', 'AD'],
    ['code reviewer', 'CR'],
    ['docs-writer-2', 'DW'],
    ['é', 'É'],
    ['🤖 bot', '🤖B'],
    ['--', '?'],
  ])('abbreviates %s to %s', (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });

  it('keeps its colour', () => {
    expect(hueOf('clx1')).toBe(hueOf('clx1'));
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map(hueOf)).size).toBeGreaterThan(1);
  });
});
