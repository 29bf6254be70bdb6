'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const load = () => import('./member-dialogs.tsx');

export const MemberDialogs = lazyPart(async () => (await load()).MemberDialogs);
export const LeaveTeamDialog = lazyPart(async () => (await load()).LeaveTeamDialog);
export const RevokeInvitationDialog = lazyPart(async () => (await load()).RevokeInvitationDialog);
