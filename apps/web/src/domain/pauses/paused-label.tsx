import type { Pause } from '@crewboard/contracts';
import { IconPlayerPauseFilled } from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';

/** Marks a paused agent or project in a list. Its tooltip is the reason. */
export function PausedLabel({ pause, children = 'Paused' }: { pause: Pause; children?: string }) {
  return (
    <span title={pause.reason}>
      <StateLabel Icon={IconPlayerPauseFilled} tone="muted">
        {children}
      </StateLabel>
    </span>
  );
}
