import { describe, expect, it } from 'vitest';
import { matchKeys, SECOND_KEY_TIMEOUT_MS } from './match-keys.ts';

const shortcuts = ['c', 'g b', 'g c', '?'];

describe('matchKeys', () => {
  it('finds a single key, and a sequence of two', () => {
    expect(matchKeys(shortcuts, null, { key: 'c', at: 0 })).toBe('c');
    expect(matchKeys(shortcuts, { key: 'g', at: 0 }, { key: 'b', at: SECOND_KEY_TIMEOUT_MS })).toBe('g b');
    expect(matchKeys(shortcuts, { key: 'g', at: 0 }, { key: 'c', at: 10 })).toBe('g c');
  });

  it('rejects a second key that comes too late', () => {
    expect(matchKeys(shortcuts, { key: 'g', at: 0 }, { key: 'b', at: SECOND_KEY_TIMEOUT_MS + 1 })).toBeNull();
    expect(matchKeys(shortcuts, { key: 'g', at: 0 }, { key: 'c', at: SECOND_KEY_TIMEOUT_MS + 1 })).toBe('c');
  });

  it('finds nothing for the first key of a sequence, or for other keys', () => {
    expect(matchKeys(shortcuts, null, { key: 'g', at: 0 })).toBeNull();
    expect(matchKeys(shortcuts, { key: 'x', at: 0 }, { key: 'b', at: 1 })).toBeNull();
  });
});
