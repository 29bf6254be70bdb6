import { type DependencyList, useMemo } from 'react';
import type { TaskStore } from './task-store.ts';
import { useStored, useTaskStore } from './use-task-store.ts';

/** A value that is computed from the store: again after each change of the store or of `deps`. */
export function useComputed<Value>(compute: (store: TaskStore) => Value, deps: DependencyList): Value {
  const store = useTaskStore();
  const revision = useStored((current) => current.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callers name what else `compute` uses.
  return useMemo(() => compute(store), [store, revision, ...deps]);
}
