import { Chip } from '@mui/material'
import { useUserType } from '../lib/user-type.ts'
import { blueText } from '../ui/look/accents.ts'
import { weight } from '../ui/look/tokens.ts'

/** The mode as a word, in its colour: blue for creators, green for contributors. */
export const ModeBadge = () => {
  const mode = useUserType((state) => state.userType)
  return (
    <Chip
      size="small"
      color="primary"
      variant="outlined"
      data-mode={mode}
      label={mode === 'creator' ? 'Creator' : 'Contributor'}
      sx={[mode === 'creator' && blueText, { fontWeight: weight.semibold, height: 22 }]}
    />
  )
}
