import { Chip } from '@mui/material'
import { useUserType } from '../lib/user-type.ts'
import { weight } from '../ui/look/tokens.ts'

/** The name of the mode in its accent colour: blue for creators, green for contributors. */
export const ModeBadge = () => {
  const mode = useUserType((state) => state.userType)
  return (
    <Chip
      size="small"
      color="primary"
      variant="outlined"
      data-mode={mode}
      label={mode === 'creator' ? 'Creator' : 'Contributor'}
      sx={{ fontWeight: weight.semibold, height: 22 }}
    />
  )
}
