import type { Member, MemberRole } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconDoorExit, IconUserMinus } from '@tabler/icons-react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { WithReason } from '#components/notices/with-reason.tsx';
import { ActivityTime } from '#components/time/activity-time.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { initialsOf } from '#lib/look/avatar-look.ts';
import { findDisabledReasons, type Viewer } from './disabled-reasons.ts';
import styles from './member-row.module.css';
import { RoleMenu } from './role-menu.tsx';

interface MemberRowProps {
  member: Member;
  viewer: Viewer;
  isLastOwner: boolean;
  /** A change of the role is pending. */
  isChanging: boolean;
  onChooseRole: (member: Member, role: MemberRole) => void;
  /** Removes the member; of the viewer, leaves the team. */
  onRemove: (member: Member) => void;
}

export function MemberRow({ member, isLastOwner, isChanging, ...props }: MemberRowProps) {
  const { viewer, onChooseRole, onRemove } = props;
  const isSelf = member.userId === viewer.userId;
  const disabledReasons = findDisabledReasons(viewer, member, isLastOwner);
  const isLocked = disabledReasons.remove !== null;
  const Icon = isSelf ? IconDoorExit : IconUserMinus;
  const label = isSelf ? 'Leave the team' : `Remove ${member.name}`;

  return (
    <tr>
      <Cell>
        <div className={styles.member}>
          <span aria-hidden className={styles.badge}>
            {initialsOf(member.name)}
          </span>
          <div className={styles.text}>
            <div className={styles.name} title={member.name}>
              <bdi dir="auto">{member.name}</bdi>
              {isSelf && <span className={styles.you}>You</span>}
            </div>
            <div className={styles.email} title={member.email}>
              {member.email}
            </div>
            <NarrowMeta>
              <ActivityTime at={member.lastActiveAt} />
            </NarrowMeta>
          </div>
        </div>
      </Cell>
      <Cell>
        <RoleMenu
          isChanging={isChanging}
          member={member}
          onChoose={(role) => onChooseRole(member, role)}
          disabledReasons={disabledReasons}
        />
      </Cell>
      <Cell wideOnly>
        <ActivityTime at={member.lastActiveAt} />
      </Cell>
      <Cell wideOnly>
        <RelativeTime time={member.joinedAt} />
      </Cell>
      <Cell>
        <WithReason reason={disabledReasons.remove}>
          <ActionIcon
            aria-disabled={isLocked || undefined}
            aria-label={label}
            className={styles.remove}
            color="gray"
            data-disabled={isLocked || undefined}
            onClick={() => !isLocked && onRemove(member)}
            title={isLocked ? undefined : label}
            variant="subtle"
          >
            <Icon aria-hidden size={16} stroke={1.6} />
          </ActionIcon>
        </WithReason>
      </Cell>
    </tr>
  );
}
