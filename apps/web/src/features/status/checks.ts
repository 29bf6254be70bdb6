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
  /** Without `unknown`, the outcome is known whenever the API has responded. */
  findings: Record<'passed' | 'failed', Finding> & { unknown?: Finding };
}

const ICONS = { passed: IconCheck, failed: IconAlertTriangle, unknown: IconQuestionMark };
const NOT_REPORTED: Finding = { finding: 'Unknown', hint: 'The API has not reported it.' };
const NEEDS_DATABASE: Finding = { finding: 'Unknown', hint: 'Known once the database responds.' };

const RULES: CheckRule[] = [
  {
    name: 'Database',
    outcome: ({ database }) => (database ? 'passed' : 'failed'),
    findings: {
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
    findings: {
      passed: { finding: 'Writable', hint: 'Writes work.' },
      failed: { finding: 'Not writable', hint: 'Look for a full disk or a read-only database.' },
      unknown: NEEDS_DATABASE,
    },
  },
  {
    name: 'Migrations',
    outcome: ({ database, migrations }) => {
      if (migrations) return 'passed';
      return database ? 'failed' : 'unknown';
    },
    findings: {
      passed: { finding: 'Applied', hint: 'The tables match this version.' },
      failed: { finding: 'Missing', hint: 'Migrations are applied at start: restart the API.' },
      unknown: NEEDS_DATABASE,
    },
  },
  {
    name: 'Calls',
    outcome: ({ draining }) => (draining ? 'failed' : 'passed'),
    findings: {
      passed: { finding: 'Accepted', hint: 'The API is not shutting down.' },
      failed: { finding: 'Draining', hint: 'It finishes its open requests, then stops.' },
    },
  },
];

/** The outcome of each check of the API, which is unknown while the API does not report its status. */
export function checksOf(state: ServiceState): Check[] {
  return RULES.map(({ name, outcome, findings }) => {
    if (!('status' in state)) return { name, outcome: 'unknown', Icon: ICONS.unknown, ...NOT_REPORTED };
    const found = outcome(state.status.checks);
    return { name, outcome: found, Icon: ICONS[found], ...(findings[found] ?? NOT_REPORTED) };
  });
}

/** The headline and a sentence for each failed check, for screen readers. */
export function describeState(headline: string, checks: Check[]): string {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return [headline, ...failed.map(({ name, finding }) => `${name}: ${finding}`)]
    .map((part) => `${part}.`)
    .join(' ');
}
