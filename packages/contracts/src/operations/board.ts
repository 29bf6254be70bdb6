import { BoardColumn, BoardColumnQuery, BoardCounts, BoardFilter } from '../board.ts';
import { defineOperations } from './define-operations.ts';

/** The board of the dashboard; other clients list tasks. */
export const board = defineOperations('board', {
  column: {
    operationId: 'listBoardColumn',
    type: 'query',
    access: 'read',
    input: BoardColumnQuery,
    output: BoardColumn,
    paging: 'pages',
  },
  counts: {
    operationId: 'countBoardColumns',
    type: 'query',
    access: 'read',
    input: BoardFilter,
    output: BoardCounts,
  },
});
