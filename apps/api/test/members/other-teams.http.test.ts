import { allOperations } from '@crewboard/contracts';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { type HomeWithCallers, openHome, openHomeWithCallers } from '../support/home.ts';
import { type CallResult, call, openSession } from '../support/people.ts';
import {
  type CallError,
  type Caller,
  callersByRights,
  errorElsewhereOf,
  errorOf,
  expectCallError,
} from '../support/who-may-call.ts';
import { unknownId } from '../support/world.ts';
import { inputOf } from './support/procedure-inputs.ts';

// Over tRPC, and so for what only the dashboard calls; over REST it is tested in contract/access.
const api = useApi();

type Input = Record<string, unknown>;

let home: HomeWithCallers;
let foreign: HomeWithCallers['home'];
/** The session of a person of the other team. */
let foreignSession: string;
beforeAll(async () => {
  home = await openHomeWithCallers(api());
  foreign = await openHome(api());
  await api().createAgent(foreign.team);
  foreignSession = await openSession(api(), foreign.userIds.owner);
});

/** The operations whose input names nothing of a team. */
const withoutTarget = [
  ...['accounts.me', 'accounts.update', 'accounts.changePassword', 'accounts.erase', 'accounts.sessions'],
  ...['accounts.revokeOtherSessions', 'accounts.signIn', 'accounts.signOut'],
  // The secret of an invitation is for everybody who has it.
  ...['invitations.lookUp', 'invitations.accept', 'invitations.join'],
  ...['teams.me', 'teams.create', 'system.status', 'system.backups', 'webhooks.hold'],
];

/** The fields of an input that name a row. The position in the log is none. */
const idsIn = (input: Input): string[] =>
  Object.keys(input).filter((name) => name.endsWith('Id') && name !== 'lastEventId');

const withIds = (input: Input, names: string[], idOf: (name: string) => unknown): Input => ({
  ...input,
  ...Object.fromEntries(names.map((name) => [name, idOf(name)])),
});

/** The fields that get other ids: all of them, then the last one alone, beside the own team or parent. */
function fieldsToReplace(names: string[]): string[][] {
  const last = names.at(-1);
  return names.length > 1 && last ? [names, [last]] : [names];
}

/** The error of a caller: a project that a new task names is part of its input, and no target. */
function expectedFor(id: string, caller: Caller, [field, ...more]: string[]): CallError {
  const isReference = id === 'tasks.create' && field === 'projectId' && more.length === 0;
  if (isReference && !errorOf(id, caller)) return { status: 400, code: 'VALIDATION_ERROR' };
  return errorElsewhereOf(id, caller);
}

/** The parts of a response from which a caller could learn that a row exists. */
function shownIn({ status, data, problem }: CallResult, ids: unknown[]) {
  const { requestId: _, ...shown } = problem ?? {};
  const text = JSON.stringify({ data, ...shown });
  return { status, text: ids.reduce<string>((masked, id) => masked.replaceAll(String(id), '…'), text) };
}

const procedures = allOperations
  .map(({ id, type }) => ({ id, type }))
  .filter(({ id }) => !withoutTarget.includes(id));

it.each(procedures)(
  "$id responds to another team's ids exactly as to ids that never existed, and changes nothing",
  async ({ id, type }) => {
    const own = (await inputOf(id)(home.home, unknownId)) as Input;
    const others = (await inputOf(id)(foreign, foreignSession)) as Input;
    const names = idsIn(own);
    expect(names).not.toEqual([]);
    // Nobody gets the same 401 for all ids, before they are read: see `roles`.
    const cases = Object.fromEntries(
      callersByRights.filter((name) => name !== 'nobody').map((name) => [name, name]),
    );
    await checkEachRejected(api(), cases, async (name) => {
      for (const replaced of fieldsToReplace(names)) {
        const send = (idOf: (name: string) => unknown) =>
          call(api(), [type, id], withIds(own, replaced, idOf), home.credentials[name]);
        const found = await send((field) => others[field]);
        const unknown = await send(() => unknownId);
        const ids = [...replaced.map((field) => others[field]), unknownId];
        expect(shownIn(found, ids)).toEqual(shownIn(unknown, ids));
        expectCallError(found, expectedFor(id, name, replaced));
      }
    });
  },
);
