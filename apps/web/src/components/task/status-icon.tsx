import type { TaskStatus } from '@crewboard/contracts';
import { IconCircle, IconCircleCheckFilled, IconCircleHalf2, IconCircleX } from '@tabler/icons-react';
import type { IconComponent } from '#lib/look/icon-component.ts';

const LOOKS: Record<TaskStatus, { Icon: IconComponent; name: string; color: string }> = {
  todo: { Icon: IconCircle, name: 'To do', color: 'var(--color-todo)' },
  in_progress: { Icon: IconCircleHalf2, name: 'In progress', color: 'var(--color-progress)' },
  done: { Icon: IconCircleCheckFilled, name: 'Done', color: 'var(--color-good)' },
  cancelled: { Icon: IconCircleX, name: 'Cancelled', color: 'var(--color-text-muted)' },
};

interface StatusIconProps {
  status: TaskStatus;
  /** In CSS pixels. */
  size?: number;
  /** Hides the icon from screen readers: the status is beside it as text. */
  decorative?: boolean;
}

/** The icon of a status in its colour. */
export function StatusIcon({ status, size = 16, decorative = false }: StatusIconProps) {
  const { Icon, name, color } = LOOKS[status];
  return decorative ? (
    <Icon aria-hidden color={color} size={size} />
  ) : (
    <Icon aria-label={name} color={color} role="img" size={size} />
  );
}
