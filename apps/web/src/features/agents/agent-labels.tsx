import type { AgentOverview } from '@crewboard/contracts';
import {
  IconCircleDashed,
  IconCircleOff,
  IconKeyOff,
  IconPlayerPlay,
  IconPointFilled,
} from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { PausedLabel } from '#domain/pauses/paused-label.tsx';
import { exactTime, timeOrDate } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './agent-labels.module.css';
import { agentState, filterLabels } from './agent-state.ts';

const looks = {
  working: { Icon: IconPlayerPlay, tone: 'progress', hasPlainText: true },
  idle: { Icon: IconPointFilled, tone: 'good', hasPlainText: true },
  'never-called': { Icon: IconCircleDashed, tone: 'muted', hasPlainText: true },
  deactivated: { Icon: IconCircleOff, tone: 'muted' },
} as const;

/** "Working", "Idle since 9:14 AM", "Never called", "Paused" or "Deactivated". */
export function AgentStateLabel({
  agent,
}: {
  agent: Pick<AgentOverview, 'status' | 'tasksInProgress' | 'lastActiveAt' | 'paused'>;
}) {
  const state = agentState(agent);
  if (agent.paused && state !== 'deactivated') {
    const label = state === 'working' ? 'Paused, still working' : 'Paused';
    return <PausedLabel pause={agent.paused}>{label}</PausedLabel>;
  }
  return (
    <StateLabel {...looks[state]}>
      {state === 'idle' && agent.lastActiveAt ? <IdleSince at={agent.lastActiveAt} /> : filterLabels[state]}
    </StateLabel>
  );
}

/** The server does not know the reader's time zone: it renders "Idle" alone. */
function IdleSince({ at }: { at: string }) {
  const now = useNow();
  if (now === null) return filterLabels.idle;
  const time = new Date(at);
  return (
    <time dateTime={at} title={`Last call ${exactTime(time)}`}>
      Idle since {timeOrDate(time, new Date(now))}
    </time>
  );
}

/** The prefix of the token. An active agent without a token cannot work: a colour marks it. */
export function TokenLabel({ agent }: { agent: Pick<AgentOverview, 'status' | 'tokenPrefix'> }) {
  if (agent.tokenPrefix) return <code className={styles.prefix}>{agent.tokenPrefix}…</code>;
  return (
    <StateLabel Icon={IconKeyOff} tone={agent.status === 'active' ? 'warn' : 'muted'}>
      No token
    </StateLabel>
  );
}

export function LastActive({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>Never</span>;
}
