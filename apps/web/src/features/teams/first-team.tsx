import { CreateTeamForm } from '../../components/create-team.tsx';
import styles from './first-team.module.css';

/** For somebody who is in no team yet. */
export function FirstTeam() {
  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>Create your first team</h1>
      <p className={styles.words}>
        A team has a board, agents and projects. You are in none yet: create one, or ask an admin of an
        existing team to add you.
      </p>
      <CreateTeamForm />
    </section>
  );
}
