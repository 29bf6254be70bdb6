'use client';

import type { CSSProperties } from 'react';
import { hueOf, initialsOf } from '#lib/look/agent-look.ts';
import styles from './agent-avatar.module.css';

interface PersonAvatarProps {
  name: string;
  /** Edge in CSS pixels. */
  size?: number;
  /** The name is not beside it as text: screen readers read it from the avatar. */
  labelled?: boolean;
}

/** The initials of a person, round, where those of agents are square. */
export function PersonAvatar({ name, size = 20, labelled = false }: PersonAvatarProps) {
  return (
    <span
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      className={`${styles.avatar} ${styles.person}`}
      dir="auto"
      style={{ '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties}
      title={name}
    >
      {initialsOf(name)}
    </span>
  );
}
