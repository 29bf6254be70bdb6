import { expect, test } from 'vitest';
import { planBackups } from './backups.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 100 * day;
const state = {
  ...{ now, everyMs: day, startedAt: now - minute },
  ...{ newestAt: now - day + 1, attemptedAt: undefined, warnedAt: undefined },
};

test('makes a backup when the newest one is old enough, also at the first start', () => {
  expect(planBackups(state)).toEqual({ isBackupDue: false, isWarningDue: false });
  expect(planBackups({ ...state, newestAt: now - day })).toMatchObject({ isBackupDue: true });
  expect(planBackups({ ...state, newestAt: undefined })).toEqual({ isBackupDue: true, isWarningDue: false });
});

test('repeats a failed backup after ten minutes, or after the interval if that is shorter', () => {
  const failed = { ...state, newestAt: now - day };
  expect(planBackups({ ...failed, attemptedAt: now - 9 * minute }).isBackupDue).toBe(false);
  expect(planBackups({ ...failed, attemptedAt: now - 10 * minute }).isBackupDue).toBe(true);
  const often = { ...failed, everyMs: 2 * minute };
  expect(planBackups({ ...often, attemptedAt: now - minute }).isBackupDue).toBe(false);
  expect(planBackups({ ...often, attemptedAt: now - 2 * minute }).isBackupDue).toBe(true);
});

test('warns once in each interval while the newest one is two intervals old, or there is none for so long', () => {
  expect(planBackups({ ...state, newestAt: now - 2 * day + 1 }).isWarningDue).toBe(false);
  const old = { ...state, newestAt: now - 2 * day };
  expect(planBackups(old).isWarningDue).toBe(true);
  expect(planBackups({ ...old, warnedAt: now - day + 1 }).isWarningDue).toBe(false);
  expect(planBackups({ ...old, warnedAt: now - day }).isWarningDue).toBe(true);
  const none = { ...state, newestAt: undefined };
  expect(planBackups({ ...none, startedAt: now - 2 * day }).isWarningDue).toBe(true);
});

test('goes on after the clock was set back', () => {
  const ahead = { attemptedAt: now + day, warnedAt: now + day, newestAt: now - 2 * day };
  expect(planBackups({ ...state, ...ahead })).toEqual({ isBackupDue: true, isWarningDue: true });
});
