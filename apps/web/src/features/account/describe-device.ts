import Bowser from 'bowser';

export interface DeviceDescription {
  /** "Firefox on Linux". */
  name: string;
  kind: 'computer' | 'phone' | 'tablet' | 'unknown';
}

const KINDS: Record<string, DeviceDescription['kind']> = {
  desktop: 'computer',
  mobile: 'phone',
  tablet: 'tablet',
};

/** Describes the device of a session by its user agent, which a client can fake: never rely on it. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  if (!userAgent) return { name: 'Unknown device', kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const program = browser.name || 'Unknown browser';
  return {
    name: os.name ? `${program} on ${os.name}` : program,
    kind: KINDS[platform.type ?? ''] ?? 'unknown',
  };
}
