import { BoardColumn, BoardColumnQuery, BoardCounts, BoardFilter } from '../resources/board.ts';
import { defineOperations, query } from './define-operations.ts';

/** The board of the dashboard; other clients list tasks. */
export const board = defineOperations('board', {
  column: query('listBoardColumn', {
    access: 'read',
    input: BoardColumnQuery,
    output: BoardColumn,
    paging: 'always',
  }),
  counts: query('countBoardColumns', {
    access: 'read',
    input: BoardFilter,
    output: BoardCounts,
  }),
});
