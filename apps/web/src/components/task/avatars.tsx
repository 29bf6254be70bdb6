import type { CSSProperties, ReactNode } from 'react';
import { hueOf, initialsOf } from '#lib/look/avatar-look.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './avatars.module.css';

/** How long an agent counts as active after a call. */
const ACTIVE_DURATION_MS = 60_000;

interface AvatarProps {
  name: string;
  /** The edge in CSS pixels. */
  size?: number;
  /** The name is not beside the avatar as text: screen readers read it from the avatar. */
  labelled?: boolean;
}

interface AgentAvatarProps extends AvatarProps {
  /** ISO 8601. */
  lastActiveAt?: string | null;
}

/** The initials of an agent in its colour, with a dot while it is active. */
export function AgentAvatar({ lastActiveAt = null, ...props }: AgentAvatarProps) {
  const now = useNow();
  const isActive =
    now !== null && lastActiveAt !== null && now - Date.parse(lastActiveAt) < ACTIVE_DURATION_MS;
  return (
    <Avatar {...props} label={isActive ? `${props.name}, active now` : props.name}>
      {isActive && <span className={styles.dot} />}
    </Avatar>
  );
}

/** The initials of a person: round, while those of agents are square. */
export function PersonAvatar(props: AvatarProps) {
  return <Avatar {...props} className={styles.person} label={props.name} />;
}

interface LabelledAvatarProps extends AvatarProps {
  /** The tooltip and, if the avatar is `labelled`, the text for screen readers. */
  label: string;
  className?: string;
  children?: ReactNode;
}

function Avatar({ name, size = 20, labelled = false, label, className = '', children }: LabelledAvatarProps) {
  return (
    <span
      {...(labelled ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={`${styles.avatar} ${className}`}
      dir="auto"
      style={{ '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties}
      title={label}
    >
      {initialsOf(name)}
      {children}
    </span>
  );
}
