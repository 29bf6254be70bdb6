import type { Control } from './control.ts';

/** What a person has to do is not kept, as if a change forgot it. */
export const noAttention: Control = {
  name: 'attention not kept',
  rule: 'what waits for a person is listed',
  seconds: 20,
  faults: ['agents'],
  async prepare(owner) {
    await owner.query(`
      create function forget_attention() returns trigger language plpgsql as $$ begin
        new.attention := null;
        return new;
      end $$;
      create trigger forget_attention before insert or update on tasks for each row execute function forget_attention()`);
  },
};
