import { describe, expect, it } from 'vitest';
import { isJsonType } from './media-type.ts';

describe('Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ; charset=utf-8',
    'application/json;charset="UTF-8";',
    'application/json; charset = utf8',
    'application/json;',
  ])('accepts %s', (type) => expect(isJsonType(type)).toBe(true));

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=utf-8=',
    'application/json; boundary=x',
    'application/json, text/plain',
    `application/json;${' '.repeat(15_500)}x`,
    `application/json${' '.repeat(250)}`,
  ])('rejects %s', (type) => expect(isJsonType(type)).toBe(false));
});
