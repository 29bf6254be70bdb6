import type { Invitation } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { Cell, type Column, DataTable, NarrowMeta } from '#components/lists/data-table.tsx';
import { RevokeButton } from '#components/lists/revoke-button.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { roleNames } from '#domain/team/roles.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { MemberDialogs } from './lazy-member-dialogs.ts';
import type { OpenMemberDialog } from './member-dialogs.tsx';

const COLUMNS: Column[] = [
  { name: 'Invites as' },
  { name: 'Joined by it', wideOnly: true },
  { name: 'Made by', wideOnly: true },
  { name: 'Expires', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** The invitations by which people can still join; renders nothing while there are none. */
export function InvitationList() {
  const { id: teamId } = useTeam();
  const list = useQuery(useTRPC().invitations.list.queryOptions({ teamId }));
  const { dialog, open, close } = useDialog<OpenMemberDialog>();
  usePreload(MemberDialogs);
  if (!list.data) return <QueryError query={list} />;
  if (list.data.length === 0) return null;
  return (
    <>
      <SectionHeader title="Open invitations">
        Anyone who has one of these links can join. Each link was shown once. Revoke a link that you lost.
      </SectionHeader>
      <DataTable columns={COLUMNS} label="Open invitations">
        {list.data.map((invitation) => (
          <InvitationRow
            invitation={invitation}
            key={invitation.id}
            onRevoke={() => open({ kind: 'revokeInvitation', invitation })}
          />
        ))}
      </DataTable>
      {dialog && <MemberDialogs dialog={dialog} onClose={close} />}
    </>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { role, uses, maxUses, inviterName, expiresAt } = invitation;
  const joined = `${formatNumber(uses)} of ${formatNumber(maxUses)}`;
  const maker = inviterName === null ? 'An operator' : isolate(inviterName);
  const expires = <RelativeTime label="Expires" time={expiresAt} />;
  return (
    <tr>
      <Cell>
        {roleNames[role]}
        <NarrowMeta>
          <span>{joined} joined</span>
          <span>{maker}</span>
          <span>Expires {expires}</span>
        </NarrowMeta>
      </Cell>
      <Cell wideOnly>{joined}</Cell>
      <Cell wideOnly>{maker}</Cell>
      <Cell wideOnly>{expires}</Cell>
      <Cell>
        <RevokeButton
          label={`Revoke the invitation as ${roleNames[role].toLowerCase()}`}
          onClick={onRevoke}
        />
      </Cell>
    </tr>
  );
}
