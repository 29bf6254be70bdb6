'use client';

import type { CSSProperties } from 'react';
import { hueOf, initialsOf } from '#lib/look/agent-look.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './agent-avatar.module.css';

const ACTIVE_DURATION_MS = 60_000;

interface AgentAvatarProps {
  name: string;
  /** ISO 8601. */
  lastActiveAt?: string | null;
  /** Edge in CSS pixels. */
  size?: number;
  /** The name is not beside it as text: screen readers read it from the avatar. */
  labelled?: boolean;
}

/** The initials of an agent in its colour, with a dot while it is active. */
export function AgentAvatar({ name, lastActiveAt = null, size = 20, labelled = false }: AgentAvatarProps) {
  const now = useNow();
  const isActive =
    now !== null && lastActiveAt !== null && now - Date.parse(lastActiveAt) < ACTIVE_DURATION_MS;
  const label = isActive ? `${name}, active now` : name;

  const spoken = labelled ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };

  return (
    <span
      {...spoken}
      className={styles.avatar}
      dir="auto"
      style={{ '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties}
      title={label}
    >
      {initialsOf(name)}
      {isActive && <span className={styles.dot} />}
    </span>
  );
}
