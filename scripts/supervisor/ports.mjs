import { createServer } from 'node:net';
import { Problem } from '../setup/problem.mjs';

/**
 * Throws a Problem that names the variables to change, unless this process can listen on both ports.
 * @param {import('./settings.mjs').Settings} settings
 * @param {string} command what to run again with other ports
 */
export async function requireFreePorts({ host, apiPort, webPort }, command) {
  const required = [
    { variable: 'WEB_PORT', port: webPort },
    { variable: 'API_PORT', port: apiPort },
  ];
  /** @type {typeof required} */
  const taken = [];
  for (const entry of required) {
    const code = await tryToListen(host, entry.port);
    if (code === 'EADDRINUSE') taken.push(entry);
    else if (code) throw new Problem(explain(code, host, entry));
  }
  if (taken.length === 0) return;
  const ports = taken.map(({ port }) => port).join(' and ');
  const variables = taken.map(({ variable, port }) => `${variable}=${port + 100}`).join(' ');
  const hint = `\n\n    ${variables} ${command}\n`;
  throw new Problem(
    taken.length === 1
      ? `Port ${ports} on ${host} is in use by another program. Stop that, or choose another port:${hint}`
      : `Ports ${ports} on ${host} are in use by other programs. Stop those, or choose other ports:${hint}`,
  );
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** @param {string} code @param {string} host @param {{ variable: string, port: number }} entry */
function explain(code, host, { variable, port }) {
  if (code === 'EACCES') return `This user may not listen on port ${port}: set ${variable} to 1024 or above.`;
  return `HOST=${host} is not an address of this machine (${code}). Set HOST to one of its addresses, or unset it.`;
}
