import { createAdminProgram, describeFailure } from './admin-program.ts';

await createAdminProgram()
  .parseAsync()
  .catch((error) => {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(1);
  });
