// A process that opens a state file when its parent says so, keeps it, and reports how that ended. Argument: the file.
import { StateFile } from '../../src/state-file.ts';

const [path = ''] = process.argv.slice(2);

process.on('message', () => {
  StateFile.open(path).then(
    () => process.send?.('opened'),
    (error: Error) => process.send?.(error.message),
  );
});
process.send?.('started');
