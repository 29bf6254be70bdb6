import type { Account } from '@crewboard/contracts';
import { CommandBlock } from '#components/code/command-block.tsx';
import { CreateTeamForm } from '#domain/team/create-team.tsx';
import styles from './first-team.module.css';

/** For a person without a team. */
export function FirstTeam({ account }: { account: Account }) {
  return account.canCreateTeams ? <CreateFirstTeam /> : <WaitForTeam email={account.email} />;
}

function CreateFirstTeam() {
  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>Create your first team</h1>
      <p className={styles.text}>
        A team has a board, agents and projects. You are not in a team yet: create one, or ask an admin of an
        existing team to add you.
      </p>
      <CreateTeamForm />
    </section>
  );
}

function WaitForTeam({ email }: { email: string }) {
  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>You are not in a team yet</h1>
      <p className={styles.text}>
        A team has a board, agents and projects. Only operators of this installation create teams. Send one of
        them this command, which adds you to a team:
      </p>
      <CommandBlock
        subject="add you to a team"
        text={`npm run -s admin -- user create ${email} --team TEAM --role member`}
      />
    </section>
  );
}
