import type { Crewboard } from '@crewboard/sdk';

export type FollowedTasks = {
  /** The id and the version of the task of each event, in the order of their arrival. */
  versions: string[];
  connections: number;
  stop(): void;
};

/** Follows the events of all tasks of a team over as many connections as it takes, from the beginning of its log. */
export function followTasks(client: Crewboard, teamId: string): FollowedTasks {
  const end = new AbortController();
  const followed: FollowedTasks = { versions: [], connections: 1, stop: () => end.abort() };
  const follow = async () => {
    const onReconnect = () => {
      followed.connections += 1;
    };
    const events = client.events.follow({ teamId, after: '0' }, { signal: end.signal, onReconnect });
    for await (const { type, snapshot } of events) {
      const { id, version } = snapshot as { id: string; version: number };
      if (type.startsWith('task.')) followed.versions.push(`${id} ${version}`);
    }
  };
  // After an error, later events are missing in `versions`, which the caller checks.
  follow().catch((error: Error) => console.error(error.message));
  return followed;
}
