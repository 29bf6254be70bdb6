import { Button, Group, Modal } from '@mantine/core';

interface DiscardQuestionProps {
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before a dialog with a changed form closes. */
export const DiscardQuestion = ({ onDiscard, onKeep }: DiscardQuestionProps) => (
  <Modal
    centered
    // The second click of a double click on Cancel may land beside this dialog: it must not close the dialog.
    closeOnClickOutside={false}
    onClose={onKeep}
    // Nor must that click take the focus from “Keep editing”.
    onMouseDown={(event) => event.preventDefault()}
    opened
    overlayProps={{ backgroundOpacity: 0.3 }}
    // `onKeep` focuses the field that had the focus last.
    returnFocus={false}
    size={360}
    title="Discard what you have typed?"
    withCloseButton={false}
  >
    <Group gap="xs" justify="flex-end">
      <Button data-autofocus onClick={onKeep} variant="default">
        Keep editing
      </Button>
      {/* A double click must not confirm. */}
      <Button color="red" onClick={({ detail }) => detail < 2 && onDiscard()}>
        Discard
      </Button>
    </Group>
  </Modal>
);
