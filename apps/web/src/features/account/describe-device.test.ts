import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux', 'computer'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
    'computer',
  ],
  [`${MAC} ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on macOS', 'computer'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    'phone',
  ],
])('describes %s', (userAgent, name, kind) => {
  expect(describeDevice(userAgent)).toEqual({ name, kind });
});

test.each([null, '', ' ', '<b>', 'x'.repeat(300), 'Mozilla/5.0 ('.repeat(23), '(((((((((((((('])(
  'describes an unknown program or system in general: %j',
  (userAgent) => {
    expect(describeDevice(userAgent).name).toMatch(/^(Unknown|Mozilla|[x<])/);
  },
);
