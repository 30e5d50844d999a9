import { Box, Typography } from '@mui/material'
import { setSingleKeys, useSingleKeys } from '#lib/commands.ts'
import { LabelledSwitch } from '#features/settings/notices/GroupRow.tsx'

/** Switches the keys of single letters and signs, which get in the way of speech input and of a hand that rests on the keys. */
export const SingleKeysSwitch = () => (
  <Box>
    <LabelledSwitch
      label="Keys of single letters"
      isOn={useSingleKeys(({ areOn }) => areOn)}
      onChange={setSingleKeys}
    />
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      When off, Ctrl or Cmd with a letter, the arrow keys, Enter and Esc still work. This applies to this device only.
    </Typography>
  </Box>
)
