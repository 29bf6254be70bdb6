import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isWithin, type Network, readAddress, readNetwork, writeNetwork } from './ip-address.ts';

/** A destination that is allowed although its address is not public. */
export type AllowRule = {
  /** A host name, which may resolve to any address, or a network. */
  host: string | Network;
  /** Undefined allows every port. */
  port: number | undefined;
};
export type AllowList = readonly AllowRule[];

/** Where a connection goes: the host name or address of the URL, without brackets, and its port. */
export type Destination = { hostName: string; port: number };

/**
 * Reads WEBHOOK_ALLOW, such as "receiver.internal, 10.0.0.0/8, 127.0.0.1:4800, ::1": rules separated by commas.
 * An empty text allows nothing. Throws an error that names the invalid entry.
 */
export function readAllowList(text: string): AllowList {
  const entries = text.split(',').map((part) => part.trim());
  return entries.filter((entry) => entry !== '').map(readAllowRule);
}

/**
 * Reads a host name, address or network, each with an optional port: "receiver.internal:8080", "10.0.0.0/8",
 * "[::1]/128:4800". An IPv6 address with a port stands in brackets. Throws an error that names the text.
 */
export function readAllowRule(text: string): AllowRule {
  const { host: hostText, port: portText } = splitPort(text);
  const host = readNetwork(hostText) ?? readHostName(hostText);
  if (!host || !/^\d*$/.test(portText ?? '')) {
    throw new Error(
      `"${text}" is not a host name, an IP address or a network such as 10.0.0.0/8, with or without a :port`,
    );
  }
  if (portText === undefined) return { host, port: undefined };
  const port = Number(portText);
  if (port < 1 || port > 65_535) throw new Error(`"${text}" has an invalid port: use 1 to 65535`);
  return { host, port };
}

/** The canonical text of a rule: equal rules have equal texts. */
export function writeAllowRule({ host, port }: AllowRule): string {
  const text = typeof host === 'string' ? host : writeNetwork(host);
  return port === undefined ? text : `${text}:${port}`;
}

/** The narrowest rule that allows this destination. */
export function ruleFor({ hostName, port }: Destination): AllowRule {
  return { host: readNetwork(hostName) ?? hostName, port };
}

/** Whether the rule allows to connect to `address` for this destination. */
export function allows({ host, port }: AllowRule, address: string, destination: Destination): boolean {
  if (port !== undefined && port !== destination.port) return false;
  if (typeof host === 'string') return host === destination.hostName;
  const ip = readAddress(address);
  return ip !== undefined && isWithin(ip, host);
}

/** Removes brackets only around an address: accepts "[::1]", "[::1]/128" and "[::1]/128:80". */
function splitPort(text: string): { host: string; port: string | undefined } {
  if (text.startsWith('[')) {
    const end = text.indexOf(']');
    const [bits = '', ...port] = text.slice(end + 1).split(':');
    const isBracketed =
      end > 0 && isIP(text.slice(1, end)) === 6 && /^(\/.*)?$/.test(bits) && port.length < 2;
    return isBracketed ? { host: text.slice(1, end) + bits, port: port[0] } : { host: '', port: undefined };
  }
  const [host = '', port, ...rest] = text.split(':');
  // With two colons the text is an IPv6 address, which has no port outside of brackets.
  return rest.length > 0 ? { host: text, port: undefined } : { host, port };
}

/** Undefined for names with a path or a wildcard, and for addresses in other notations (127.1). */
function readHostName(entry: string): string | undefined {
  const ascii = /[/\\?#%@:]/.test(entry) ? '' : domainToASCII(entry).replace(/\.$/, '');
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(ascii) && isIP(ascii) === 0;
  return isName ? ascii : undefined;
}
