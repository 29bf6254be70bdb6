import { expect, test } from 'vitest';
import { latinKey } from './latin-key.ts';

test('returns the key of a layout with Latin letters', () => {
  expect(latinKey({ key: 'C', code: 'KeyC' })).toBe('c');
  // AZERTY and Dvorak.
  expect(latinKey({ key: 'z', code: 'KeyW' })).toBe('z');
  expect(latinKey({ key: 'k', code: 'KeyV' })).toBe('k');
  expect(latinKey({ key: 'Escape', code: 'Escape' })).toBe('Escape');
  expect(latinKey({ key: '?', code: 'Slash' })).toBe('?');
});

test('returns the Latin letter of the same key for a letter of another script', () => {
  // Russian, Greek, Hebrew, and the dotless i of Turkish.
  expect(latinKey({ key: 'л', code: 'KeyK' })).toBe('k');
  expect(latinKey({ key: 'Я', code: 'KeyZ' })).toBe('z');
  expect(latinKey({ key: 'ψ', code: 'KeyC' })).toBe('c');
  expect(latinKey({ key: 'ב', code: 'KeyC' })).toBe('c');
  expect(latinKey({ key: 'ı', code: 'KeyI' })).toBe('i');
  expect(latinKey({ key: 'ü', code: 'BracketLeft' })).toBe('ü');
});

test('returns an empty text for an event without a key', () => {
  expect(latinKey({})).toBe('');
  expect(latinKey({ key: 'Dead', code: 'KeyN' })).toBe('Dead');
});
