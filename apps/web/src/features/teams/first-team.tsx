import type { Account } from '@crewboard/contracts';
import { PageLink } from '#components/page/page-link.tsx';
import { CreateTeamForm } from '#domain/team/create-team-form.tsx';
import styles from './first-team.module.css';

/** The start page of a person without a team. */
export function FirstTeam({ account }: { account: Account }) {
  return (
    <div>
      <section className={styles.panel}>
        {account.canCreateTeams ? (
          <>
            <h1 className={styles.title}>Create your first team</h1>
            <p className={styles.text}>
              A team has a board, agents and projects. You are not in a team yet: create one, or ask an admin
              of an existing team to invite you.
            </p>
            <CreateTeamForm />
          </>
        ) : (
          <>
            <h1 className={styles.title}>You are not in a team yet</h1>
            <p className={styles.text}>
              A team has a board, agents and projects. Ask an admin of a team to invite you: open the link
              that you get, and you join with this account. Only operators of this installation create teams.
            </p>
          </>
        )}
      </section>
      {account.deletedTeams.length > 0 && (
        <p className={styles.deleted}>
          A team of yours is deleted:{' '}
          <PageLink href="/account#deleted-teams">restore it in Your account</PageLink>.
        </p>
      )}
    </div>
  );
}
