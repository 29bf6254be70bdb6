import type { MemberRole } from '@crewboard/contracts';

export const roleNames: Record<MemberRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

/** The permissions of a role, to follow "You can". */
export const roleAbilities: Record<MemberRole, string> = {
  owner: 'do everything, including adding and removing owners',
  admin: 'manage members, agents, projects, API keys and webhooks',
  member: 'create and change tasks, and pause agents',
  viewer: 'view everything that members see, but change nothing',
};
