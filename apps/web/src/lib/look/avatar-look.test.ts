import { describe, expect, it } from 'vitest';
import { hueOf, initialsOf } from './avatar-look.ts';

describe('an avatar', () => {
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

  it('has the same colour for the same name', () => {
    expect(hueOf('Ada')).toBe(hueOf('Ada'));
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map(hueOf)).size).toBeGreaterThan(1);
  });
});
