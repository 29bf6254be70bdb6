import type { ApiKeyWithSecret, KeyAccess } from '@crewboard/contracts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { checkName } from '#components/dialogs/name-rules.ts';
import { checkDate, expiresAt, expiryOptions } from '#domain/expiry/expiry.ts';
import { useTeam } from '#domain/team/team.tsx';
import { toLocalDate } from '#lib/format/local-time.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { accessDescriptions, accessOptions } from './key-access.ts';
import { useCreateApiKey } from './key-mutations.ts';

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (key: ApiKeyWithSecret) => void;
}

/** Creates a key; `onCreated` shows its secret. */
export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const team = useTeam();
  const createKey = useCreateApiKey();
  const isBusy = createKey.isPending;
  const form = useForm({
    initialValues: { name: '', access: 'manage' as KeyAccess, choice: '90', date: '' },
    validate: {
      name: checkName,
      date: (date, { choice }) => (choice === 'date' ? checkDate(date, new Date(serviceNow())) : null),
    },
  });

  return (
    <Dialog isBusy={isBusy} onClose={onClose} title="New API key">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, access, ...expiry }) =>
          createKey.mutate(
            {
              teamId: team.id,
              name: name.trim(),
              access,
              expiresAt: expiresAt(expiry, new Date(serviceNow())),
            },
            { onSuccess: onCreated },
          ),
        )}
      >
        <TextInput
          autoComplete="off"
          data-autofocus
          description="The program that uses it, so that you know what stops when you revoke the key."
          label="Name"
          placeholder="CI pipeline"
          required
          // Not the selects: HTML has no read-only select.
          readOnly={isBusy}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          data={accessOptions}
          description={accessDescriptions[form.values.access]}
          label="Access"
          mt="md"
          {...form.getInputProps('access')}
        />
        <NativeSelect data={expiryOptions} label="Expires" mt="md" {...form.getInputProps('choice')} />
        {form.values.choice === 'date' && (
          <TextInput
            label="Last day"
            min={toLocalDate(new Date(serviceNow()))}
            mt="md"
            readOnly={isBusy}
            type="date"
            {...form.getInputProps('date')}
          />
        )}
        <DialogActions isBusy={isBusy} isChanged={form.isDirty()}>
          <Button loading={isBusy} type="submit">
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
