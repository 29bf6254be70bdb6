import {
  type InvitationWithSecret,
  type InvitedRole,
  invitationBounds,
  invitedRoles,
} from '@crewboard/contracts';
import { Button, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import { useTeam } from '#domain/team/team.tsx';
import { exactTime } from '#lib/format/relative-time.ts';
import { useCreateInvitation } from './invitation-mutations.ts';

/**
 * The open dialog: the form, or the link of a new invitation. Only this state holds the link: it is lost when the
 * dialog closes.
 */
export type InviteDialog = 'form' | InvitationWithSecret;

interface InviteDialogsProps {
  dialog: InviteDialog;
  onOpen: (dialog: InviteDialog) => void;
  onClose: () => void;
}

/** Creates an invitation, then shows its link once. */
export function InviteDialogs({ dialog, onOpen, onClose }: InviteDialogsProps) {
  return dialog === 'form' ? (
    <InviteForm onClose={onClose} onCreated={onOpen} />
  ) : (
    <LinkDialog invitation={dialog} onClose={onClose} />
  );
}

const roleOptions = invitedRoles.map((role) => ({ value: role, label: roleNames[role] }));
const dayOptions = [
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After a week' },
  { value: '30', label: 'After 30 days' },
];

interface InviteFormProps {
  onClose: () => void;
  onCreated: (invitation: InvitationWithSecret) => void;
}

function InviteForm({ onClose, onCreated }: InviteFormProps) {
  const team = useTeam();
  const create = useCreateInvitation();
  const isBusy = create.isPending;
  const form = useForm({
    initialValues: { role: 'member' as InvitedRole, days: '7', maxUses: 1 as number | string },
    validate: {
      maxUses: (people) =>
        Number.isInteger(people) && Number(people) >= 1 && Number(people) <= invitationBounds.maxUses
          ? null
          : `Enter a number from 1 to ${invitationBounds.maxUses}.`,
    },
  });
  const submit = form.onSubmit(({ role, days, maxUses }) =>
    create.mutate(
      { teamId: team.id, role, expiresInDays: Number(days), maxUses: Number(maxUses) },
      { onSuccess: onCreated },
    ),
  );
  return (
    <Dialog isBusy={isBusy} onClose={onClose} title="Invite people">
      <form noValidate onSubmit={submit}>
        <NativeSelect
          data={roleOptions}
          data-autofocus
          description={`They can ${roleAbilities[form.values.role]}.`}
          label="Role"
          {...form.getInputProps('role')}
        />
        <NumberInput
          allowDecimal={false}
          description="How many people may join by this link."
          label="People"
          max={invitationBounds.maxUses}
          min={1}
          mt="md"
          // Not the selects: HTML has no read-only select.
          readOnly={isBusy}
          {...form.getInputProps('maxUses')}
        />
        <NativeSelect data={dayOptions} label="The link expires" mt="md" {...form.getInputProps('days')} />
        <DialogActions isBusy={isBusy} isChanged={form.isDirty()}>
          <Button loading={isBusy} type="submit">
            Create link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function LinkDialog({ invitation, onClose }: { invitation: InvitationWithSecret; onClose: () => void }) {
  const { secret, role, maxUses, expiresAt } = invitation;
  return (
    <SecretDialog
      kind="link"
      lead="This link is shown once: only a hash of it is kept. Send it to the people whom you invite."
      onClose={onClose}
      secret={`${window.location.origin}/join#${secret}`}
      title="Send this link"
    >
      {() => (
        <Text c="dimmed" size="sm">
          {maxUses === 1 ? 'One person joins' : `Up to ${maxUses} people join`} by it as{' '}
          {roleNames[role].toLowerCase()}, until {exactTime(new Date(expiresAt))}. You can revoke it in the
          list below the members.
        </Text>
      )}
    </SecretDialog>
  );
}
