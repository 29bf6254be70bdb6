import { allOperations } from '@crewboard/contracts';
import { beforeAll, expect, it } from 'vitest';
import { appRouter } from '../../src/trpc/router.ts';
import { useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { type HomeWithCallers, openHome, openHomeWithCallers } from '../support/home.ts';
import { call } from '../support/people.ts';
import { type Caller, callers, errorOf, expectCallError, ruleById } from '../support/who-may-call.ts';
import { inputOf, sessionOf } from './support/procedure-inputs.ts';

const api = useApi();

const procedures = allOperations.map(({ id, type }) => ({ id, type }));

it('the access table has exactly the existing operations', () => {
  expect(procedures.map(({ id }) => id).sort()).toEqual(Object.keys(ruleById).sort());
});

it('the router has exactly the procedures of the operations', () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(procedures.map(({ id }) => id).sort());
});

/** A rejected call changes nothing: those of all tests have the same team and credentials. */
let shared: HomeWithCallers;
/** The team of accepted calls, except those that change who is in it. */
let changed: HomeWithCallers;
beforeAll(async () => {
  shared = await openHomeWithCallers(api());
  changed = await openHomeWithCallers(api());
});

/** These operations end sessions, or change who is in the team: they have people of their own. */
const endsCallers = /^(accounts\.(signOut|changePassword|revoke\w+)|members\.leave|invitations\.join)$/;

it.each(procedures)(
  '$id accepts its permitted callers, and rejects all others without a change',
  async ({ id, type }) => {
    const may = callers.filter((caller) => !errorOf(id, caller));
    const rejected = callers.filter((caller) => errorOf(id, caller));
    const credentials = Object.fromEntries(rejected.map((caller) => [caller, shared.credentials[caller]]));
    const input = await inputOf(id)(shared.home, 'none');
    await checkEachRejected(api(), credentials, async (credential, caller) => {
      const own = id === 'accounts.revokeSession' ? { sessionId: sessionOf(credential) } : input;
      const { status, problem } = await call(api(), [type, id], own, credential);
      expectCallError({ status, problem }, errorOf(id, caller as Caller));
    });

    const isOwn = endsCallers.test(id);
    const home = isOwn ? await openHome(api()) : changed.home;
    const permitted = Object.fromEntries(may.map((caller) => [caller, caller]));
    const maySend = async (caller: Caller, prepared?: unknown) => {
      const credential = isOwn ? await home.credentialOf(caller) : changed.credentials[caller];
      const own = prepared ?? (await inputOf(id)(home, sessionOf(credential)));
      const { status, problem } = await call(api(), [type, id], own, credential);
      expect({ status, code: problem?.code }, problem?.detail).toEqual(successOf(id, caller));
    };
    // Queries change nothing, so they can have the same input at the same time.
    if (type === 'mutation') return checkEach(permitted, (caller) => maySend(caller));
    const prepared = await inputOf(id)(home, 'none');
    return checkEach(permitted, (caller) => maySend(caller, prepared), 8);
  },
);

/** The exceptions are errors that a permitted caller gets because of the input. */
function successOf(id: string, caller: Caller): { status: number; code?: string } {
  // The password is wrong.
  if (id === 'accounts.signIn') return { status: 401, code: 'UNAUTHENTICATED' };
  // It names no deleted team.
  if (id === 'teams.restore') return { status: 404, code: 'NOT_FOUND' };
  // The name is another one.
  if (id === 'accounts.erase' || id === 'teams.delete') return { status: 400, code: 'VALIDATION_ERROR' };
  // The task is held by the other one of the two agents.
  const needsHolder = ['tasks.heartbeat', 'tasks.fail', 'tasks.release'].includes(id);
  if (needsHolder && caller === 'other agent') return { status: 409, code: 'NOT_CLAIM_HOLDER' };
  return { status: 200 };
}
