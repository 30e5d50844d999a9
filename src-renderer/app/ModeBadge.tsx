import Chip from '@mui/material/Chip'
import { useUserType } from '../lib/user-type.ts'
import { weight } from '../ui/tokens.ts'

/** Blue for creators, green for contributors: the accent of the mode. */
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
