import type { MemberRole } from '@crewboard/contracts';

/** From the role that may do most to the one that may do least. */
export const roles: readonly MemberRole[] = ['owner', 'admin', 'member', 'viewer'];

export const roleNames: Record<MemberRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

/** What a role may do, as a person is told it: "You can …". */
export const roleAbilities: Record<MemberRole, string> = {
  owner: 'do everything, and make and remove owners',
  admin: 'manage members, agents, projects, API keys and webhooks',
  member: 'create and change tasks',
  viewer: 'look at everything that members see, and change nothing',
};
