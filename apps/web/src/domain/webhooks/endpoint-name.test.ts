import { expect, test } from 'vitest';
import { endpointName, hostOf, urlParts } from './endpoint-name.ts';

test.each([
  ['https://hooks.example.com/', { scheme: '', host: 'hooks.example.com', path: '' }],
  ['https://hooks.example.com/a/b?c=d', { scheme: '', host: 'hooks.example.com', path: '/a/b?c=d' }],
  ['http://10.0.0.7:8080/in', { scheme: 'http://', host: '10.0.0.7:8080', path: '/in' }],
  ['nonsense', { scheme: '', host: 'nonsense', path: '' }],
])('splits %s into its parts', (url, parts) => {
  expect(urlParts(url)).toEqual(parts);
  expect(hostOf(url)).toBe(parts.host);
});

test.each([
  ['https://hooks.example.com/', 'hooks.example.com'],
  ['https://hooks.example.com/crew/?token=secret', 'hooks.example.com/crew'],
  ['http://localhost:4000/in', 'localhost:4000/in'],
])('names %s %s', (url, name) => {
  expect(endpointName(url)).toBe(name);
});
