import { CommandBlock } from '../../components/command-block.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import styles from './member-list.module.css';

/** For a person who is alone in a team: the one way to more members. */
export function AddMembers() {
  const { id } = useTeam();
  return (
    <div className={styles.alone}>
      <p>You are the only member. An operator of this installation adds people with this command:</p>
      <CommandBlock
        subject="add a member"
        text={`npm run -s admin -- user create EMAIL --team ${id} --role member`}
      />
    </div>
  );
}
