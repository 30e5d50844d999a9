import { Box, Button } from '@mui/material'
import type { CommandID } from '#shared/rules/commands.ts'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { KeyList } from './KeyList.tsx'
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx'

/** What `?` opens: all keys that there are, and the switch of those of one letter. */
export const HelpDialog = ({ isThere, onClose }: { isThere: (id: CommandID) => boolean; onClose: () => void }) => (
  <FormDialog title="Keyboard shortcuts" isOpen onClose={onClose} maxWidth="md" hasCross>
    <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
      <Box data-over-toasts>
        <KeyList isThere={isThere} />
        <SingleKeysSwitch />
      </Box>
    </DialogBody>
  </FormDialog>
)
