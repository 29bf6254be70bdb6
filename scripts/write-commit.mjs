// The end of `pnpm build`.
import { writeCommit } from './setup/commit.mjs';

writeCommit();
