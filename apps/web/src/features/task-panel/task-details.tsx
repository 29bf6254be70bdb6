'use client';

import type { Task } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconCircleX, IconRotate2 } from '@tabler/icons-react';
import { isClosed } from '../../lib/board/statuses.ts';
import { useMoveTask } from '../../lib/board/use-move-task.ts';
import { canWrite } from '../../lib/permissions.ts';
import { useTeam } from '../../lib/team.tsx';
import { DescriptionField } from './description-field.tsx';
import { TaskHistory } from './task-history.tsx';
import styles from './task-panel.module.css';
import { TaskProperties } from './task-properties.tsx';
import { TaskResult } from './task-result.tsx';
import { TitleField } from './title-field.tsx';
import { useUpdateTask } from './use-update-task.ts';

export function TaskDetails({ task }: { task: Task }) {
  const mayWrite = canWrite(useTeam().role);
  const update = useUpdateTask(task);
  const move = useMoveTask();
  const closed = isClosed(task.status);

  return (
    <>
      <TitleField canEdit={mayWrite} onSave={(title) => update({ title })} title={task.title} />
      <TaskProperties
        canEdit={mayWrite}
        onMove={(status) => void move({ task, status })}
        onUpdate={update}
        task={task}
      />
      {mayWrite && (
        <div className={styles.actions}>
          {closed ? (
            <Button
              leftSection={<IconRotate2 aria-hidden size={14} />}
              onClick={() => void move({ task, status: 'todo' })}
              variant="default"
            >
              Reopen
            </Button>
          ) : (
            <Button
              leftSection={<IconCircleX aria-hidden size={14} />}
              onClick={() => void move({ task, status: 'cancelled' })}
              variant="default"
            >
              Cancel task
            </Button>
          )}
        </div>
      )}
      <DescriptionField
        canEdit={mayWrite}
        description={task.description}
        onSave={(description) => update({ description })}
      />
      {task.result !== null && <TaskResult result={task.result} />}
      <TaskHistory taskId={task.id} />
    </>
  );
}
