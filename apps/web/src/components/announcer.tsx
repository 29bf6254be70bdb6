'use client';

import { useSyncExternalStore } from 'react';
import { type Announcement, readAnnouncement, subscribeToAnnouncements } from '../lib/announce.ts';

const nothing: Announcement = { text: '', count: 0 };

/** The region that `announce` writes to. It is always in the page: a region that comes with its text is not read out. */
export function Announcer() {
  const { text, count } = useSyncExternalStore(subscribeToAnnouncements, readAnnouncement, () => nothing);
  return (
    <div className="visually-hidden" role="status">
      <span key={count}>{text}</span>
    </div>
  );
}
