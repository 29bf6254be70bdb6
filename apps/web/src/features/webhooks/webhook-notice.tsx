'use client';

import type { Webhook } from '@crewboard/contracts';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import Link from 'next/link';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { noticeOf } from './notice-words.ts';

interface WebhookNoticeProps {
  webhook: Webhook;
  isDeleted: boolean;
}

/** What keeps deliveries from arriving, since when, and what to do. */
export function WebhookNotice({ webhook, isDeleted }: WebhookNoticeProps) {
  const list = `/t/${useTeam().id}/webhooks`;
  const icon = <IconAlertTriangle aria-hidden color="var(--color-warn)" size={16} />;
  if (isDeleted) {
    return (
      <Alert icon={icon} role="status" title="This endpoint was deleted" variant="default">
        Nothing is sent to it any more. <Link href={list}>All endpoints</Link>
      </Alert>
    );
  }
  const notice = noticeOf(webhook);
  if (!notice) return null;
  return (
    <Alert
      icon={icon}
      role="status"
      title={
        <span>
          {notice.title} {notice.time && <RelativeTime time={notice.time} />}
        </span>
      }
      variant="default"
    >
      {notice.advice}
    </Alert>
  );
}
