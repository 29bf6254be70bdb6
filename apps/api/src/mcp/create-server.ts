import { build } from '@crewboard/build-info';
import { keyCallers } from '@crewboard/contracts';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { toAppError } from '../errors.ts';
import { recordError } from '../http/errors/problem.ts';
import { callTool } from './call-tool.ts';
import { instructions, workMessage, workPrompt } from './guides.ts';
import type { McpCall } from './mcp-call.ts';
import { listTaskResources, readTaskResource, taskTemplate } from './task-resources.ts';
import { toolWording } from './tool-wording.ts';
import { toolsByCaller } from './tools.ts';

/** Clients may cache lists that only a new version of the service changes. */
const cachedForAnHour = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
const notCached = { ttlMs: 0, cacheScope: 'private' } as const;

const cacheHints = {
  'server/discover': cachedForAnHour,
  'tools/list': cachedForAnHour,
  'prompts/list': cachedForAnHour,
  'resources/templates/list': cachedForAnHour,
  'resources/list': notCached,
  'resources/read': notCached,
};

/** The error of a request that is not the call of a tool, as an error of the protocol with the code of the catalog. */
function protocolErrorOf(thrown: unknown, call: McpCall, uri?: string): Error {
  if (thrown instanceof ProtocolError) return thrown;
  const error = toAppError(thrown);
  const { code, status } = error;
  recordError(call.request, error);
  if (code === 'NOT_FOUND' && uri !== undefined) return new ResourceNotFoundError(uri);
  const isFaultOfCaller = status < 500;
  const rpcCode = isFaultOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(rpcCode, `${code}: ${error.inWords(toolWording).detail}`, { code });
}

/** Creates the server for one request, with the tools of its caller. A server keeps nothing after the request. */
export function createServer(call: McpCall): Server {
  const { actor } = call.caller;
  const { kind } = actor;
  const tools = toolsByCaller[actor.kind === 'key' ? keyCallers[actor.access] : actor.kind];
  const server = new Server(
    { name: 'crewboard', title: 'Crewboard', version: build.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: instructions[kind], cacheHints },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', ({ params: { name } }, { mcpReq }) => {
    const tool = tools.get(name);
    if (tool) return callTool(call, tool, mcpReq);
    const known = [...tools.keys()].join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${name}. The tools are ${known}.`,
    );
  });
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [taskTemplate] }));
  server.setRequestHandler('resources/list', async ({ params }) => {
    try {
      return await listTaskResources(call, params?.cursor);
    } catch (error) {
      throw protocolErrorOf(error, call);
    }
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    try {
      return await readTaskResource(call, uri);
    } catch (error) {
      throw protocolErrorOf(error, call, uri);
    }
  });
  const prompts = kind === 'agent' ? [workPrompt] : [];
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    if (!prompts.some((prompt) => prompt.name === name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}.`);
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: workMessage } }] };
  });
  return server;
}
