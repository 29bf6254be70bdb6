import { describe, expect, it } from 'vitest';
import { linkAddressOf } from './link-address.ts';

describe('linkAddressOf', () => {
  it.each([
    'example.com',
    'example.com/a:b',
    'example.com:8443',
    'example.com:8443/x',
    'localhost:3000?page=1',
    'wiki:8080#top',
    '127.0.0.1:3000',
    '[::1]:3000/x',
  ])('adds https to %s', (typed) => {
    expect(linkAddressOf(typed)).toBe(`https://${typed}`);
  });

  it.each([
    'http://example.com:8080',
    'HTTPS://example.com',
    'mailto:ada@example.com',
    'javascript:alert(1)',
    'tel:123456',
  ])('leaves %s as it is', (typed) => {
    expect(linkAddressOf(typed)).toBe(typed);
  });
});
