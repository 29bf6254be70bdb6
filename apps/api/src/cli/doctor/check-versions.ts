import { buildText } from '@crewboard/build-info';
import { failure, ok, type Result } from './finding.ts';

const minNodeMajor = 24;

/** Checks that the version of Node.js is supported. */
export function checkVersions(node: string = process.versions.node): Result {
  const major = Number(node.split('.')[0]);
  if (major >= minNodeMajor) return ok(`Crewboard ${buildText}, Node.js ${node}`);
  return failure(
    `Node.js ${node} is older than the programs need.`,
    `Run them with Node.js ${minNodeMajor} or later. npm start brings its own on Linux.`,
  );
}
