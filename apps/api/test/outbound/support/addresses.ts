import fc from 'fast-check';

/** Copied from the IANA registries, independently of the code, so that a mistake there is found. */
export const forbiddenIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

export const publicIpv4 = [
  '1.0.0.0/8',
  '8.0.0.0/8',
  '11.0.0.0/8',
  '93.184.0.0/16',
  '100.0.0.0/10',
  '100.128.0.0/9',
  '126.0.0.0/8',
  '128.0.0.0/8',
  '169.253.0.0/16',
  '172.0.0.0/12',
  '172.32.0.0/11',
  '192.0.1.0/24',
  '192.167.0.0/16',
  '198.20.0.0/14',
  '203.0.112.0/24',
  '223.0.0.0/8',
];

/** The first groups of networks; the key is the prefix length. */
export const forbiddenIpv6 = [
  '0:0:0:0:0:0:0:0/8',
  '64:ff9b:0:0:0:0:0:0/96',
  '64:ff9b:1:0:0:0:0:0/48',
  '100:0:0:0:0:0:0:0/64',
  '1000:0:0:0:0:0:0:0/4',
  '2001:0:0:0:0:0:0:0/23',
  '2001:db8:0:0:0:0:0:0/32',
  '2002:0:0:0:0:0:0:0/16',
  '3fff:0:0:0:0:0:0:0/20',
  '4000:0:0:0:0:0:0:0/3',
  '5f00:0:0:0:0:0:0:0/16',
  '8000:0:0:0:0:0:0:0/1',
  'fc00:0:0:0:0:0:0:0/7',
  'fe80:0:0:0:0:0:0:0/10',
  'fec0:0:0:0:0:0:0:0/10',
  'ff00:0:0:0:0:0:0:0/8',
];

export const publicIpv6 = [
  '2001:200:0:0:0:0:0:0/23',
  '2001:4860:0:0:0:0:0:0/32',
  '2001:db9:0:0:0:0:0:0/32',
  '2003:0:0:0:0:0:0:0/18',
  '2400:0:0:0:0:0:0:0/12',
  '2606:4700:0:0:0:0:0:0/32',
  '2a00:0:0:0:0:0:0:0/12',
];

const partsOf = (address: string) =>
  address.includes(':')
    ? { parts: address.split(':').map((part) => Number.parseInt(part, 16)), bits: 16 }
    : { parts: address.split('.').map(Number), bits: 8 };

/** A random address of these networks, as a number; first and last addresses are more frequent. */
export const addressIn = (networks: string[]): fc.Arbitrary<bigint> =>
  fc.constantFrom(...networks).chain((network) => {
    const [start = '', length] = network.split('/');
    const { parts, bits } = partsOf(start);
    const first = parts.reduce((sum, part) => (sum << BigInt(bits)) + BigInt(part), 0n);
    const last = first + (1n << BigInt(parts.length * bits - Number(length))) - 1n;
    return fc.oneof(
      { arbitrary: fc.bigInt({ min: first, max: last }), weight: 8 },
      { arbitrary: fc.constantFrom(first, last), weight: 1 },
    );
  });

const split = (value: bigint, parts: number, bits: number) =>
  Array.from({ length: parts }, (_, at) =>
    Number((value >> BigInt((parts - 1 - at) * bits)) & ((1n << BigInt(bits)) - 1n)),
  );

export const dotted = (value: bigint): string => split(value, 4, 8).join('.');
export const colons = (value: bigint): string =>
  split(value, 8, 16)
    .map((part) => part.toString(16))
    .join(':');

const wide = (text: string) =>
  text.replace(/[0-9a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const octal = (part: number | bigint) => `0${part.toString(8)}`;
const hex = (part: number | bigint) => `0x${part.toString(16)}`;
const escaped = (text: string) => text.replace(/\d/g, (digit) => `%3${digit}`);

/** The ways to write an IPv4 address as the host of a URL. */
export const ipv4Spellings: Record<string, (value: bigint) => string> = {
  dotted,
  'with a dot at the end': (value) => `${dotted(value)}.`,
  'with two dots at the end': (value) => `${dotted(value)}..`,
  decimal: (value) => String(value),
  hex,
  'hex in capitals': (value) => `0X${value.toString(16).toUpperCase()}`,
  octal,
  'octal with many zeros': (value) => `0000${octal(value)}`,
  'each part in hex': (value) => split(value, 4, 8).map(hex).join('.'),
  'each part in octal': (value) => split(value, 4, 8).map(octal).join('.'),
  'two parts': (value) => `${value >> 24n}.${value & 0xffffffn}`,
  'three parts, mixed': (value) => `${hex(value >> 24n)}.${octal((value >> 16n) & 255n)}.${value & 0xffffn}`,
  'full-width digits': (value) => wide(dotted(value)),
  'full-width hex': (value) => wide(hex(value)),
  'ideographic full stops': (value) => dotted(value).replaceAll('.', '。'),
  'percent-encoded': (value) => escaped(dotted(value)),
};

const pair = (value: bigint) => `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;

/** IPv6 addresses that embed, or are translated to, an IPv4 address. */
export const embeddings: Record<string, (value: bigint) => string> = {
  'IPv4-mapped': (value) => `::ffff:${dotted(value)}`,
  'IPv4-mapped in hex': (value) => `::ffff:${pair(value)}`,
  'IPv4-mapped in full': (value) => `0000:0000:0000:0000:0000:FFFF:${pair(value).toUpperCase()}`,
  'IPv4-compatible': (value) => `::${dotted(value)}`,
  'IPv4-compatible in hex': (value) => `::${pair(value)}`,
  'IPv4-translated': (value) => `::ffff:0:${dotted(value)}`,
  NAT64: (value) => `64:ff9b::${dotted(value)}`,
  'NAT64 in hex': (value) => `64:ff9b::${pair(value)}`,
  'local NAT64': (value) => `64:ff9b:1::${dotted(value)}`,
  '6to4': (value) => `2002:${pair(value)}::1`,
  Teredo: (value) => `2001:0:4136:e378:8000:63bf:${pair(value ^ 0xffffffffn)}`,
  'Teredo server': (value) => `2001:0:${pair(value)}:8000:63bf:3fff:fdd2`,
  ISATAP: (value) => `2606:4700::5efe:${dotted(value)}`,
  'ISATAP, universal': (value) => `2606:4700::200:5efe:${dotted(value)}`,
  'ISATAP, link-local': (value) => `fe80::5efe:${dotted(value)}`,
};
