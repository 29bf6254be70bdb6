import type { ListedProject } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './instructions-dialog.module.css';

/** Shows the instructions for agents to people who may not change them. */
export function InstructionsDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const query = useQuery(useTRPC().projects.get.queryOptions({ projectId: project.id }));
  return (
    <Dialog onClose={onClose} title={`Instructions of ${isolate(project.name)}`} width={560}>
      {query.isPending && <Skeleton h={96} />}
      <QueryError query={query} />
      {query.data && !query.data.instructions && (
        <p className={styles.none}>Agents get none. An admin of the team can write them.</p>
      )}
      {query.data?.instructions && (
        <div className={styles.text} dir="auto">
          {query.data.instructions}
        </div>
      )}
    </Dialog>
  );
}
