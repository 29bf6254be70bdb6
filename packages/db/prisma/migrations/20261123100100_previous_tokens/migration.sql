-- transaction: none
create unique index concurrently if not exists "agents_previous_token_hash_key" on "agents" ("previous_token_hash");
