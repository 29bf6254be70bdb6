/** The pages of a team, in the order of the sidebar. */
export const TEAM_PAGES = [
  { path: 'board', name: 'Board', shortcut: 'g b' },
  { path: 'agents', name: 'Agents', shortcut: 'g a' },
  { path: 'settings', name: 'Settings', shortcut: 'g s' },
] as const;

export type TeamPage = (typeof TEAM_PAGES)[number]['path'];
