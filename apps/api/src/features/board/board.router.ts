import { BoardColumn, BoardColumnQuery, BoardCounts, BoardFilter } from '@crewboard/contracts';
import { router } from '../../trpc/init.ts';
import { readProcedure } from '../../trpc/procedures.ts';
import { countColumns } from './count-columns.ts';
import { listColumn } from './list-column.ts';

/** What the board of the dashboard reads; clients list tasks instead. */
export const boardRouter = router({
  column: readProcedure.input(BoardColumnQuery).output(BoardColumn).query(listColumn),
  counts: readProcedure.input(BoardFilter).output(BoardCounts).query(countColumns),
});
