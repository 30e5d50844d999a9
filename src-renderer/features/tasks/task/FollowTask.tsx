import { Box, ToggleButton, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { useFollowTask } from '../data/mutations.ts'
import { followingQuery } from '../data/queries.ts'

type Choice = { label: string; hint: string; icon: ReactNode; isOn: boolean; isDisabled: boolean; onPress: () => void }

const Choice = ({ label, hint, icon, isOn, isDisabled, onPress }: Choice) => (
  <Tooltip title={hint} describeChild>
    <span>
      <ToggleButton
        value={label}
        size="small"
        selected={isOn}
        disabled={isDisabled}
        onChange={onPress}
        sx={{ gap: 0.75, px: 1.25, textTransform: 'none' }}
      >
        {icon}
        {label}
      </ToggleButton>
    </span>
  </Tooltip>
)

/** Whether the viewer hears of what happens to the task. Following and muting take effect at once, beside what the form saves. */
export const FollowTask = ({ taskID }: { taskID: string }) => {
  const hasInbox = useCapability('inbox', true)
  const { data } = useQuery(followingQuery(taskID, hasInbox))
  const { mutate } = useFollowTask(taskID)
  if (!hasInbox) return null
  const isFollowing = data?.isFollowing ?? false
  const isMuted = data?.isMuted ?? false
  return (
    <Box role="group" aria-label="Notices of this task" sx={{ display: 'flex', gap: 1 }}>
      <Choice
        label="Follow"
        hint="Get notices of moves, dates and comments"
        icon={<BellRing size={16} aria-hidden />}
        isOn={isFollowing}
        isDisabled={!data}
        onPress={() => mutate(isFollowing ? 'none' : 'following')}
      />
      <Choice
        label="Mute"
        hint="No notices of moves, dates and comments; mentions still reach you"
        icon={<BellOff size={16} aria-hidden />}
        isOn={isMuted}
        isDisabled={!data}
        onPress={() => mutate(isMuted ? 'none' : 'muted')}
      />
    </Box>
  )
}
