import type { Control } from './control.ts';

/** A count of open blockers that always is 0, as if the changes of blockers were lost. */
export const noBlockers: Control = {
  name: 'blockers not counted',
  rule: 'no start while blocked',
  seconds: 20,
  faults: ['agents'],
  async prepare(owner) {
    await owner.query(`
      create function forget_blockers() returns trigger language plpgsql as $$ begin
        new.open_blockers := 0;
        new.cancelled_blockers := 0;
        new.in_queue := new.in_queue or (new.status = 'todo' and new.needs_attention is null
          and new.assigned_member_id is null and new.archived_at is null and new.not_before is null);
        return new;
      end $$;
      create trigger forget_blockers before insert or update on tasks for each row execute function forget_blockers()`);
  },
};
