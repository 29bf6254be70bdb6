import type { Account, TeamOfMine } from '@crewboard/contracts';
import { IconArrowLeft } from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { DeletedTeams } from './deleted-teams.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';

interface AccountSettingsProps {
  account: Account;
  /** The team that the link back leads to; undefined for a person without teams. */
  team: TeamOfMine | undefined;
}

/** The page of the account: profile, password, sessions, deleted teams, and deletion. */
export function AccountSettings({ account, team }: AccountSettingsProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {team && (
          <PageLink className={styles.back} href={`/t/${team.id}/board`}>
            <IconArrowLeft aria-hidden size={14} stroke={1.75} />
            Back to <bdi dir="auto">{team.name}</bdi>
          </PageLink>
        )}
        <h1 className={styles.title}>Your account</h1>
      </div>
      <section className={styles.panel}>
        <SectionHeader title="Profile">How people see you in all your teams.</SectionHeader>
        <ProfileForm account={account} />
      </section>
      <section className={styles.panel}>
        <SectionHeader title="Password">Changing it ends your other sessions.</SectionHeader>
        <PasswordForm email={account.email} />
      </section>
      <section className={styles.panel}>
        <SessionList />
      </section>
      {account.deletedTeams.length > 0 && (
        <section className={styles.panel} id="deleted-teams">
          <DeletedTeams teams={account.deletedTeams} />
        </section>
      )}
      <section className={styles.panel}>
        <DeleteAccount email={account.email} />
      </section>
    </div>
  );
}
