-- The accounts that were erased, and how far the erasure is.
CREATE TABLE "account_erasures" (
    "user_id" TEXT NOT NULL,
    "requested_by" "actor_kind" NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pass_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stage" TEXT NOT NULL DEFAULT 'events',
    "cursor" JSONB,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_erasures_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "account_erasures" ADD CONSTRAINT "account_erasures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
