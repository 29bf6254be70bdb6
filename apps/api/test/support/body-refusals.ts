import { expect, it } from 'vitest';
import { expectProblem, type TestApi } from '../harness.ts';
import { type Operation, prepare } from './refusals.ts';
import { unknownId } from './world.ts';

const json = { 'Content-Type': 'application/json' };
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** The refusals that every operation with a body has, each shown to store nothing. */
export function itRefusesBodies(api: () => TestApi, operation: Operation): void {
  it('401: a request without a credential is refused before its body is read', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    for (const rawBody of ['{', '', '{"unknown":1}', `"${'x'.repeat(1024 * 1024)}"`]) {
      expectProblem(await send({ token: undefined, rawBody, headers: json }), 401, 'UNAUTHENTICATED');
    }
    expect(await api().stored()).toEqual(before);
  });

  it('415: a body that is not declared as application/json in UTF-8, or is compressed', async () => {
    const { world, send } = await prepare(api(), operation);
    const text = JSON.stringify(operation.body?.(world));
    const before = await api().stored();
    for (const type of ['text/plain', 'application/xml', 'application/json; charset=iso-8859-1', 'json']) {
      const reply = await send({ rawBody: text, headers: { 'Content-Type': type } });
      expectProblem(reply, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    // A body of bytes is sent without a Content-Type.
    expectProblem(await send({ rawBody: bytes(text) }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const compressed = await send({ rawBody: text, headers: { ...json, 'Content-Encoding': 'gzip' } });
    expectProblem(compressed, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(await api().stored()).toEqual(before);
  });

  it('413: a body over 1 MiB', async () => {
    const { world, send } = await prepare(api(), operation);
    const text = JSON.stringify(operation.body?.(world));
    const before = await api().stored();
    const reply = await send({ rawBody: text.padEnd(1024 * 1024 + 1), headers: json });
    expectProblem(reply, 413, 'PAYLOAD_TOO_LARGE');
    expect(await api().stored()).toEqual(before);
  });

  it('400: a body that is not JSON in UTF-8', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    for (const text of ['{', "{'title':1}", '{"title":}', '{"a":1}{}', '{"a":"\xff"}', 'undefined', '{,}']) {
      const reply = await send({ rawBody: bytes(text), headers: json });
      expectProblem(reply, 400, 'MALFORMED_JSON');
    }
    expect(await api().stored()).toEqual(before);
  });

  it('400: a body that is no object', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    for (const text of ['null', '[]', '"text"', '1', 'true', '[{}]']) {
      expectProblem(await send({ rawBody: text, headers: json }), 400, 'VALIDATION_ERROR');
    }
    expect(await api().stored()).toEqual(before);
  });

  it.each([
    ['that is misspelt', ['colour', 'Title', 'title ', '']],
    ['with the name of an id in a path', ['taskId', 'agentId', 'teamId']],
    ['with the name of something every object has', ['toString', 'valueOf', 'hasOwnProperty']],
    ['with the name of a prototype', ['__proto__', 'constructor', 'prototype']],
  ])('400: an unknown field %s is named', async (_, names) => {
    const { world, send } = await prepare(api(), operation);
    const rest = JSON.stringify(operation.body?.(world)).slice(1);
    const before = await api().stored();
    for (const name of names) {
      const rawBody = `{${JSON.stringify(name)}:"x"${rest === '}' ? '' : ','}${rest}`;
      const reply = await send({ rawBody, headers: json });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors?.map((error) => error.path)).toEqual([name]);
    }
    expect(await api().stored()).toEqual(before);
  });

  it('400: values nested over 32 deep', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    const deep = `{"colour":${'['.repeat(33)}${']'.repeat(33)}}`;
    expectProblem(await send({ rawBody: deep, headers: json }), 400, 'VALIDATION_ERROR');
    expectProblem(
      await send({ rawBody: `{"colour":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, headers: json }),
      400,
      'VALIDATION_ERROR',
    );
    expect(await api().stored()).toEqual(before);
  });

  if (operation.path('x').startsWith('/api/teams/')) itLooksForTheTeamFirst(api, operation);
  else itReadsTheBodyFirst(api, operation);
}

function itLooksForTheTeamFirst(api: () => TestApi, operation: Operation): void {
  it('404: the team in the path is looked at before the body', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    for (const rawBody of ['{', '{"unknown":1}']) {
      expectProblem(await send({ id: unknownId, rawBody, headers: json }), 404, 'NOT_FOUND');
    }
    const reply = await send({ id: unknownId, rawBody: '{}', headers: { 'Content-Type': 'text/plain' } });
    expectProblem(reply, 404, 'NOT_FOUND');
    expect(await api().stored()).toEqual(before);
  });
}

function itReadsTheBodyFirst(api: () => TestApi, operation: Operation): void {
  it('400: the body is looked at before the target', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    expectProblem(await send({ id: unknownId, rawBody: '{', headers: json }), 400, 'MALFORMED_JSON');
    expectProblem(await send({ id: unknownId, body: { colour: 'red' } }), 400, 'VALIDATION_ERROR');
    expect(await api().stored()).toEqual(before);
  });
}
