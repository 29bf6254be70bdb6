import type { ServiceStatus } from '@crewboard/contracts';
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import type { IconComponent } from '#lib/look/icon-component.ts';
import type { ServiceState } from './service-state.ts';

type CheckOutcome = 'passed' | 'failed' | 'unknown';

interface Finding {
  finding: string;
  /** The consequence, or what to do. Text in `backticks` is code. */
  hint: string;
}

export interface Check extends Finding {
  name: string;
  outcome: CheckOutcome;
  Icon: IconComponent;
}

interface CheckRule {
  name: string;
  outcome: (checks: ServiceStatus['checks']) => CheckOutcome;
  /** By outcome. Without `unknown` the check is known whenever the API has responded. */
  words: Record<'passed' | 'failed', Finding> & { unknown?: Finding };
}

const ICONS = { passed: IconCheck, failed: IconAlertTriangle, unknown: IconQuestionMark };
const NOT_REPORTED: Finding = { finding: 'Unknown', hint: 'The API has not reported it.' };

const RULES: CheckRule[] = [
  {
    name: 'Database',
    outcome: ({ database }) => (database ? 'passed' : 'failed'),
    words: {
      passed: { finding: 'Responds', hint: 'Reads work.' },
      failed: { finding: 'No response', hint: 'See the log of `npm start`, or check `DATABASE_URL`.' },
    },
  },
  {
    name: 'Storage',
    outcome: ({ database, writable }) => {
      if (writable) return 'passed';
      return database ? 'failed' : 'unknown';
    },
    words: {
      passed: { finding: 'Writable', hint: 'Writes work.' },
      failed: { finding: 'Not writable', hint: 'Look for a full disk or a read-only database.' },
      unknown: { finding: 'Unknown', hint: 'Known once the database responds.' },
    },
  },
  {
    name: 'Migrations',
    outcome: ({ database, migrations }) => {
      if (migrations) return 'passed';
      return database ? 'failed' : 'unknown';
    },
    words: {
      passed: { finding: 'Applied', hint: 'The tables match this version.' },
      failed: { finding: 'Missing', hint: 'Migrations are applied at start: restart the API.' },
      unknown: { finding: 'Unknown', hint: 'Known once the database responds.' },
    },
  },
  {
    name: 'Calls',
    outcome: ({ draining }) => (draining ? 'failed' : 'passed'),
    words: {
      passed: { finding: 'Accepted', hint: 'The API is not shutting down.' },
      failed: { finding: 'Draining', hint: 'It finishes its open requests, then stops.' },
    },
  },
];

export function checksOf(state: ServiceState): Check[] {
  return RULES.map(({ name, outcome, words }) => {
    if (!('status' in state)) return { name, outcome: 'unknown', Icon: ICONS.unknown, ...NOT_REPORTED };
    const found = outcome(state.status.checks);
    return { name, outcome: found, Icon: ICONS[found], ...(words[found] ?? NOT_REPORTED) };
  });
}

/** The headline and a sentence for each failed check, for screen readers. */
export function describeState(headline: string, checks: Check[]): string {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return [headline, ...failed.map(({ name, finding }) => `${name}: ${finding}`)]
    .map((part) => `${part}.`)
    .join(' ');
}
