import { canManage, type MemberRole } from '@crewboard/contracts';

const PAGES = [
  { path: 'board', name: 'Board', shortcut: 'g b', managersOnly: false },
  { path: 'agents', name: 'Agents', shortcut: 'g a', managersOnly: false },
  { path: 'attention', name: 'Attention', shortcut: 'g n', managersOnly: false },
  { path: 'webhooks', name: 'Webhooks', shortcut: 'g w', managersOnly: true },
  { path: 'archive', name: 'Archive', shortcut: 'g r', managersOnly: false },
  { path: 'audit', name: 'Audit', shortcut: 'g u', managersOnly: true },
  { path: 'settings', name: 'Settings', shortcut: 'g s', managersOnly: false },
] as const;

export type TeamPage = (typeof PAGES)[number]['path'];

/** The paths below a team that only admins and owners may see. */
const MANAGERS_ONLY = [
  ...PAGES.filter(({ managersOnly }) => managersOnly).map(({ path }) => path),
  'settings/api-keys',
];

/** Whether the role may see this page of a team; other roles get a 404. `pathname` is `/t/<team>/…`. */
export function maySeePage(role: MemberRole, pathname: string): boolean {
  const path = `${pathname.split('/').slice(3).join('/')}/`;
  return canManage(role) || !MANAGERS_ONLY.some((only) => path.startsWith(`${only}/`));
}

/** The pages of a team that the role may see, in the order of the sidebar. */
export const pagesFor = (role: MemberRole) =>
  PAGES.filter(({ managersOnly }) => !managersOnly || canManage(role));
