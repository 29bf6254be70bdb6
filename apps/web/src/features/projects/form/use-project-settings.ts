import { attemptLimit, defaultStaleTimes, type ListedProject } from '@crewboard/contracts';
import { useState } from 'react';
import {
  archiveDaysFormat,
  attemptLimitFormat,
  type SettingFormat,
  staleTimeFormat,
} from './setting-formats.ts';

/** The numbers of a project as a person edits them; for a new project, those of the service. */
export function useProjectSettings(project: ListedProject | null) {
  const [workDefault, queueDefault] = defaultStaleTimes;
  const attempts = useSetting(attemptLimitFormat, project ? project.maxAttempts : attemptLimit.whenAbsent);
  const archiveDays = useSetting(archiveDaysFormat, project?.archiveAfterDays ?? null);
  const workStaleTime = useSetting(staleTimeFormat, project?.staleAfterSeconds ?? workDefault);
  const queueStaleTime = useSetting(staleTimeFormat, project?.queueStaleAfterSeconds ?? queueDefault);
  const all = [attempts, archiveDays, workStaleTime, queueStaleTime];
  return {
    ...{ attempts, archiveDays, workStaleTime, queueStaleTime },
    isValid: all.every(({ problem }) => problem === null),
    isChanged: all.some(({ isChanged }) => isChanged),
    values: {
      maxAttempts: attempts.value,
      archiveAfterDays: archiveDays.value,
      staleAfterSeconds: workStaleTime.value,
      queueStaleAfterSeconds: queueStaleTime.value,
    },
    changedValues: {
      ...(attempts.isChanged && { maxAttempts: attempts.value }),
      ...(archiveDays.isChanged && { archiveAfterDays: archiveDays.value }),
      ...(workStaleTime.isChanged && { staleAfterSeconds: workStaleTime.value }),
      ...(queueStaleTime.isChanged && { queueStaleAfterSeconds: queueStaleTime.value }),
    },
  };
}

export interface Setting<Shown> {
  shown: Shown;
  setShown: (shown: Shown) => void;
  problem: string | null;
}

function useSetting<Value, Shown>({ show, parse, check }: SettingFormat<Value, Shown>, saved: Value) {
  const [shown, setShown] = useState(() => show(saved));
  const value = parse(shown);
  return { shown, setShown, value, problem: check(value), isChanged: value !== saved };
}
