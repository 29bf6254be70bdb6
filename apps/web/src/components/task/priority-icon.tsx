import type { TaskPriority } from '@crewboard/contracts';

const LOOKS: Record<TaskPriority, { filled: number; name: string; color: string }> = {
  high: { filled: 3, name: 'High priority', color: 'var(--color-high)' },
  normal: { filled: 2, name: 'Normal priority', color: 'var(--color-text-muted)' },
  low: { filled: 1, name: 'Low priority', color: 'var(--color-text-muted)' },
};
const BARS = [
  { x: 1.5, y: 9, height: 5 },
  { x: 6.5, y: 5.5, height: 8.5 },
  { x: 11.5, y: 2, height: 12 },
];

interface PriorityIconProps {
  priority: TaskPriority;
  /** Hides the icon from screen readers: the priority is beside it as text. */
  decorative?: boolean;
}

/** One to three coloured bars, by priority. */
export function PriorityIcon({ priority, decorative = false }: PriorityIconProps) {
  const { filled, name, color } = LOOKS[priority];
  return (
    <svg aria-hidden={decorative || undefined} height={16} role="img" viewBox="0 0 16 16" width={16}>
      <title>{name}</title>
      {BARS.map((bar, index) => (
        <rect {...bar} fill={index < filled ? color : 'var(--color-unfilled)'} key={bar.x} rx="1" width="3" />
      ))}
    </svg>
  );
}
