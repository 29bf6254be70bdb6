-- Reads all tasks and events once and locks nothing. Its own transaction, because readers of the log wait for its end.
SELECT recount();
