import type { AgentPatch } from '@crewboard/contracts';
import type { AgentModel } from '@crewboard/db';
import { describe, expect, it } from 'vitest';
import { decideAgentUpdate, decideRotation } from './agent-rules.ts';

const before = new Date('2026-03-01T11:00:00.000Z');
const now = new Date('2026-03-01T12:00:00.000Z');
const hourLater = new Date('2026-03-01T13:00:00.000Z');
const nextMonth = new Date('2026-04-01T12:00:00.000Z');
const [oldHash, currentHash, newHash] = [1, 2, 3].map((byte) => new Uint8Array([byte]));

const noToken = {
  ...{ tokenHash: null, tokenPrefix: null, tokenExpiresAt: null },
  ...{ previousTokenHash: null, previousTokenUntil: null },
};

/** An agent with two tokens, both with an expiry. */
const agentOf = (given: Partial<AgentModel> = {}): AgentModel =>
  ({
    ...{ id: 'ada', teamId: 'team', name: 'Ada', description: 'D', descriptionVersion: 1, status: 'active' },
    ...{ tokenHash: currentHash, tokenPrefix: 'cb_agent_2', tokenExpiresAt: nextMonth },
    ...{ previousTokenHash: oldHash, previousTokenUntil: hourLater },
    ...{ createdAt: before, updatedAt: before, revision: 1 },
    ...given,
  }) as AgentModel;
const active = agentOf();
const inactive = agentOf({ ...noToken, status: 'inactive' });
/** A rotation gives an inactive agent a token. */
const inactiveWithToken = agentOf({ status: 'inactive' });
const undescribed = agentOf({ description: null });

describe('an update', () => {
  type Row = [given: string, agent: AgentModel, patch: AgentPatch, set: object];

  it.each<[given: string, agent: AgentModel, patch: AgentPatch]>([
    ['with the same name', active, { name: 'Ada' }],
    ['with all the same', active, { name: 'Ada', description: 'D', status: 'active' }],
    ['that removes no description', undescribed, { description: null }],
    ['that deactivates an inactive agent', inactive, { status: 'inactive' }],
    ['that deactivates an inactive agent with a token', inactiveWithToken, { status: 'inactive' }],
    ['that activates an active agent', active, { status: 'active' }],
    ['without a value', active, { name: undefined, description: undefined, status: undefined }],
  ])('%s keeps the agent', (_, agent, patch) => {
    expect(decideAgentUpdate(agent, patch, now)).toBe('keep');
  });

  it.each<Row>([
    ['of the name', active, { name: 'Eve' }, { name: 'Eve' }],
    ['of the description', active, { description: 'E' }, { description: 'E' }],
    ['that removes the description', active, { description: null }, { description: null }],
    ['that adds a description', undescribed, { description: 'E' }, { description: 'E' }],
    ['of two fields', active, { name: 'Eve', description: 'E' }, { name: 'Eve', description: 'E' }],
    ['with the same description', active, { name: 'Eve', description: 'D' }, { name: 'Eve' }],
    ['with the same status', active, { name: 'Eve', status: 'active' }, { name: 'Eve' }],
    ['of an inactive agent', inactive, { name: 'Eve' }, { name: 'Eve' }],
    ['with the same status', inactiveWithToken, { name: 'Eve', status: 'inactive' }, { name: 'Eve' }],
  ])('%s sets what differs, and no token', (_, agent, patch, set) => {
    expect(decideAgentUpdate(agent, patch, now)).toEqual({ type: 'agent.updated', set });
  });

  it.each<Row>([
    ['alone', active, { status: 'inactive' }, { status: 'inactive' }],
    ['with a new name', active, { status: 'inactive', name: 'Eve' }, { status: 'inactive', name: 'Eve' }],
    ['with the same name', active, { status: 'inactive', name: 'Ada' }, { status: 'inactive' }],
  ])('to inactive, %s, deletes both tokens', (_, agent, patch, set) => {
    const expected = { type: 'agent.deactivated', set: { ...set, ...noToken } };
    expect(decideAgentUpdate(agent, patch, now)).toEqual(expected);
  });

  it.each<Row>([
    ['alone', inactive, { status: 'active' }, { status: 'active' }],
    ['with a new name', inactive, { status: 'active', name: 'Eve' }, { status: 'active', name: 'Eve' }],
    ['with a token since', inactiveWithToken, { status: 'active' }, { status: 'active' }],
  ])('to active, %s, leaves the tokens as they are', (_, agent, patch, set) => {
    expect(decideAgentUpdate(agent, patch, now)).toEqual({
      type: 'agent.reactivated',
      set: { ...set, resumedAt: now },
    });
  });
});

describe('a rotation', () => {
  const second = new Date('2026-03-01T12:00:01.000Z');
  const rotate = (agent: AgentModel, graceSeconds: number, expiresAt: Date | null = null) => {
    const token = { hash: newHash as Uint8Array<ArrayBuffer>, prefix: 'cb_agent_3', expiresAt, graceSeconds };
    return decideRotation(agent, token, now);
  };
  const rotated = (given: {
    tokenExpiresAt?: Date | null;
    previousTokenUntil: Date | null;
    resumedAt?: Date;
  }) => ({
    type: 'agent.token_rotated',
    set: {
      ...{ tokenHash: newHash, tokenPrefix: 'cb_agent_3', tokenExpiresAt: null },
      ...{ previousTokenHash: currentHash, ...given },
    },
  });

  it.each<[given: string, tokenExpiresAt: Date | null, graceSeconds: number, until: Date | null]>([
    ['at once, without a grace period', null, 0, null],
    ['at once, also if it would have expired later', nextMonth, 0, null],
    ['after the grace period, if it never expires', null, 3_600, hourLater],
    ['after a grace period of a second', null, 1, second],
    ['after the grace period, if it expires later', nextMonth, 3_600, hourLater],
    ['when it expires, if that is before the end of the grace period', hourLater, 3_601, hourLater],
    ['with the grace period, if it expires at the same time', hourLater, 3_600, hourLater],
    ['when it expired, if that is over', before, 3_600, before],
  ])('ends the token %s', (_, tokenExpiresAt, graceSeconds, previousTokenUntil) => {
    expect(rotate(agentOf({ tokenExpiresAt }), graceSeconds)).toEqual(rotated({ previousTokenUntil }));
  });

  it.each<[given: string, previousTokenUntil: Date | null, resumed: object]>([
    ['had no other token', null, { resumedAt: now }],
    ['had another until now', now, { resumedAt: now }],
    ['still has the one before', hourLater, {}],
  ])('of an expired token resumes the work of an agent only if it %s', (_, previousTokenUntil, resumed) => {
    const agent = agentOf({ tokenExpiresAt: before, previousTokenUntil });
    expect(rotate(agent, 3_600)).toEqual(rotated({ previousTokenUntil: before, ...resumed }));
  });

  it.each([
    ['never', null],
    ['next month', nextMonth],
  ])('creates a token that expires %s, whenever the one before expires', (_, expiresAt) => {
    const agent = agentOf({ tokenExpiresAt: hourLater });
    const expected = rotated({ tokenExpiresAt: expiresAt, previousTokenUntil: second });
    expect(rotate(agent, 1, expiresAt)).toEqual(expected);
  });

  it.each([0, 3_600])(
    'of an agent without a token has no previous one, with a grace of %i s',
    (graceSeconds) => {
      const expected = rotated({ previousTokenUntil: null, resumedAt: now });
      expect(rotate(inactive, graceSeconds)).toEqual({
        ...expected,
        set: { ...expected.set, previousTokenHash: null },
      });
    },
  );
});
