'use client';

import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { SidePanelArea } from '#components/page/side-panel-area.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import { countAttention } from '#domain/attention/attention-query.ts';
import { AssignDialog } from '#domain/attention/remedies.tsx';
import { PauseDialog } from '#domain/pauses/lazy-pauses.ts';
import { useRowFocus } from '#lib/focus/use-row-focus.ts';
import { usePageKeys } from '#lib/keys/use-page-keys.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import styles from './attention.module.css';
import { AttentionGroup } from './attention-group.tsx';
import { freezeGroups } from './frozen-rows.ts';
import { isAboutOneThing, NoWorkingAgent, StuckList } from './stuck-list.tsx';
import { useAttentionGroups } from './use-attention-groups.ts';
import { useFrozen, useFrozenList } from './use-frozen-list.ts';

/**
 * The page with everything that waits for a person: tasks by reason, then agents and integrations. `panel` is the open
 * task.
 */
export function Attention({ panel }: { panel: ReactNode }) {
  const { read, groups, stuck } = useAttentionGroups();
  const content = useRef<HTMLDivElement>(null);
  const isFrozen = useFrozenList(content);
  const shown = useFrozen(groups, isFrozen, freezeGroups);
  const total = countAttention({ tasks: groups, stuck });
  const rows = useMemo(() => ({ groups, stuck, isFrozen }), [groups, stuck, isFrozen]);
  const list = useRowFocus<HTMLDivElement>('data-row-id', rows, content);
  usePageKeys(content);
  const things = stuck.filter(isAboutOneThing);
  usePreload(AssignDialog, PauseDialog);

  return (
    <>
      <PageHeader
        title={
          <>
            Attention
            {total.count > 0 && (
              <span className={styles.total}>
                <TaskCount tasks={total} />
              </span>
            )}
          </>
        }
      />
      <SidePanelArea>
        <div className={styles.content} {...list}>
          {read.isPending && <ListSkeleton label="Loading what waits" rows={6} widths={[200, 80]} />}
          <QueryError query={read} />
          {read.data && shown.length === 0 && total.count === 0 && total.isExact && (
            <EmptyState
              icon={<IconCircleCheck aria-hidden stroke={1.5} />}
              title="Nothing waits for a person."
            >
              Tasks that do not move without a person appear here, each with its reason and what helps.
            </EmptyState>
          )}
          {/* The only other entry of `stuck` is about the whole team. */}
          {things.length < stuck.length && <NoWorkingAgent />}
          {shown.map((group) => (
            <AttentionGroup group={group} isFrozen={isFrozen} key={group.reason} />
          ))}
          {things.length > 0 && <StuckList things={things} />}
        </div>
        {panel}
      </SidePanelArea>
    </>
  );
}
