import {
  IconAlertTriangle,
  IconArchive,
  IconHistory,
  IconLayoutKanban,
  IconRobot,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react';
import type { IconComponent } from '#lib/look/icon-component.ts';
import type { TeamPage } from './team-pages.ts';

const ICONS: Record<TeamPage, IconComponent> = {
  board: IconLayoutKanban,
  agents: IconRobot,
  attention: IconAlertTriangle,
  webhooks: IconWebhook,
  archive: IconArchive,
  audit: IconHistory,
  settings: IconSettings,
};

/** The icon of a page of a team, for the sidebar and the command palette. */
export function TeamPageIcon({ page }: { page: TeamPage }) {
  const Icon = ICONS[page];
  return <Icon aria-hidden size={16} stroke={1.6} />;
}
