import { Box } from '@mui/material'
import { useLiveState } from '../data/live-state.ts'
import { size } from '../ui/look/tokens.ts'

/**
 * Says that changes do not arrive by themselves right now. The element is there before its text, so that the text is
 * read out.
 */
export const Reconnecting = () => {
  const isFollowing = useLiveState((state) => state.isFollowing)
  const isReconnecting = useLiveState((state) => state.isReconnecting)
  if (!isFollowing) return null
  return (
    <Box
      role="status"
      sx={{
        minWidth: 0,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontSize: { xs: size.tiny, sm: size.note },
        color: 'text.secondary',
      }}
    >
      {isReconnecting && 'Reconnecting…'}
    </Box>
  )
}
