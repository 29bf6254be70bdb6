-- Full pages: room on them kept 1 of 100 updates more out of the indexes, and made the table larger by a sixth (docs/performance.md).
ALTER TABLE "tasks" RESET (fillfactor);
