import type { Member, MemberRole } from '@crewboard/contracts';
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { lastOwnerOf } from './disabled-reasons.ts';
import { InvitationList } from './invitation-list.tsx';
import type { InviteDialog } from './invite-dialogs.tsx';
import { MemberDialogs } from './lazy-member-dialogs.ts';
import type { OpenMemberDialog } from './member-dialogs.tsx';
import styles from './member-list.module.css';
import { useChangingMemberIds, useSetRole } from './member-mutations.ts';
import { filterMembers } from './member-pages.ts';
import { MemberRow } from './member-row.tsx';
import { MembersEnd } from './members-end.tsx';
import { useMembers } from './use-members.ts';

const InviteDialogs = lazyPart(async () => (await import('./invite-dialogs.tsx')).InviteDialogs);

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Role' },
  { name: 'Last active', wideOnly: true },
  { name: 'Joined', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** The members and open invitations of the team, for admins and owners. */
export function MemberList() {
  const accountId = useAccountId();
  const team = useTeam();
  const [filter, setFilter] = useState('');
  const query = filter.trim();
  const list = useMembers({ needsAll: query !== '' });
  const { members, hasNextPage } = list;
  const { dialog, open, close } = useDialog<OpenMemberDialog>();
  usePreload(MemberDialogs);
  const setRole = useSetRole();
  const changingIds = useChangingMemberIds();

  function chooseRole({ userId }: Member, role: MemberRole) {
    const save = () => void setRole(userId, role);
    if (userId === accountId) open({ kind: 'ownRole', role, onConfirm: save });
    else save();
  }

  const openRemoval = (member: Member) =>
    open(member.userId === accountId ? { kind: 'leave' } : { kind: 'remove', member });

  const shown = query === '' ? members : filterMembers(members, query);
  const isComplete = !hasNextPage;
  const lastOwnerId = lastOwnerOf(members, isComplete);
  const isAlone = members.length === 1 && isComplete;

  return (
    <>
      <SectionHeader
        action={
          <Group gap="xs">
            {members.length > 0 && !isAlone && (
              <TextInput
                aria-label="Filter by name or e-mail"
                className={styles.filter}
                leftSection={<IconSearch aria-hidden size={14} />}
                onChange={(event) => setFilter(event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
                placeholder="Filter by name or e-mail"
                size="xs"
                type="search"
                value={filter}
              />
            )}
            <InviteButton />
          </Group>
        }
        title="Members"
      >
        The people in this team and their roles. A change applies at once.
      </SectionHeader>
      {list.isPending && (
        <ListSkeleton className={styles.skeleton} label="Loading the members" rows={8} widths={[120, 60]} />
      )}
      {shown.length > 0 && (
        <DataTable columns={COLUMNS} label="Members">
          {shown.map((member) => (
            <MemberRow
              isChanging={changingIds.includes(member.userId)}
              isLastOwner={member.userId === lastOwnerId}
              key={member.userId}
              member={member}
              onChooseRole={chooseRole}
              onRemove={openRemoval}
              viewer={{ userId: accountId, role: team.role }}
            />
          ))}
        </DataTable>
      )}
      {query !== '' && shown.length === 0 && !hasNextPage && (
        <NothingMatches icon={<IconUsers aria-hidden stroke={1.5} />} onClear={() => setFilter('')}>
          No member has a name or an e-mail address that contains “{query}”.
        </NothingMatches>
      )}
      {members.length > 1 && (shown.length > 0 || hasNextPage) && (
        <MembersEnd found={query === '' ? undefined : shown.length} list={list} />
      )}
      <QueryError query={list} />
      <InvitationList />
      {dialog && <MemberDialogs dialog={dialog} onClose={close} />}
    </>
  );
}

/** Opens the dialog that creates an invitation: a link by which people join the team. */
function InviteButton() {
  const { dialog, open, close } = useDialog<InviteDialog>();
  usePreload(InviteDialogs);
  return (
    <>
      <Button leftSection={<IconUserPlus aria-hidden size={15} />} onClick={() => open('form')} size="xs">
        Invite people
      </Button>
      {dialog && <InviteDialogs dialog={dialog} onClose={close} onOpen={open} />}
    </>
  );
}
