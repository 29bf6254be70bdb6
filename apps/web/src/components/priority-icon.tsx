import type { TaskPriority } from '@crewboard/contracts';
import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars5 } from '@tabler/icons-react';
import type { IconComponent } from '../lib/icon-component.ts';

const LOOKS: Record<TaskPriority, { Icon: IconComponent; name: string; color: string }> = {
  high: { Icon: IconAntennaBars5, name: 'High priority', color: 'var(--color-high)' },
  normal: { Icon: IconAntennaBars3, name: 'Normal priority', color: 'var(--color-text-muted)' },
  low: { Icon: IconAntennaBars2, name: 'Low priority', color: 'var(--color-text-muted)' },
};

interface PriorityIconProps {
  priority: TaskPriority;
  size?: number;
  /** The name stands beside it as text already. */
  decorative?: boolean;
}

export function PriorityIcon({ priority, size = 16, decorative = false }: PriorityIconProps) {
  const { Icon, name, color } = LOOKS[priority];
  return decorative ? (
    <Icon aria-hidden color={color} size={size} />
  ) : (
    <Icon aria-label={name} color={color} role="img" size={size} />
  );
}
