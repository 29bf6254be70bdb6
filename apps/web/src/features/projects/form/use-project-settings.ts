'use client';

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
  const workTime = useSetting(staleTimeFormat, project?.staleAfterSeconds ?? workDefault);
  const queueTime = useSetting(staleTimeFormat, project?.queueStaleAfterSeconds ?? queueDefault);
  const all = [attempts, archiveDays, workTime, queueTime];
  return {
    ...{ attempts, archiveDays, workTime, queueTime },
    isValid: all.every(({ problem }) => problem === null),
    isChanged: all.some(({ isChanged }) => isChanged),
    values: {
      maxAttempts: attempts.value,
      archiveAfterDays: archiveDays.value,
      staleAfterSeconds: workTime.value,
      queueStaleAfterSeconds: queueTime.value,
    },
    changedValues: {
      ...(attempts.isChanged && { maxAttempts: attempts.value }),
      ...(archiveDays.isChanged && { archiveAfterDays: archiveDays.value }),
      ...(workTime.isChanged && { staleAfterSeconds: workTime.value }),
      ...(queueTime.isChanged && { queueStaleAfterSeconds: queueTime.value }),
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
