-- Reads all tasks and events once and locks nothing. In a transaction of its own, as its readers wait for its end.
SELECT recount();
