-- For the metric of what expires soon.
create index "agents_token_expiry_idx" on "agents" ("token_expires_at") where "token_expires_at" is not null;
create index "api_keys_expiry_idx" on "api_keys" ("expires_at") where "expires_at" is not null;
