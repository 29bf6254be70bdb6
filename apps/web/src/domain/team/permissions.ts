import type { MemberRole } from '@crewboard/contracts';

// What a role may do, so that no control is shown that would be refused. The API decides.

/** Work on tasks. */
export const canWrite = (role: MemberRole): boolean => role !== 'viewer';

/** Manage agents, projects, API keys and webhooks. */
export const canManage = (role: MemberRole): boolean => role === 'owner' || role === 'admin';
