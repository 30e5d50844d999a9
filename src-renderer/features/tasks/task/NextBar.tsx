import { Box, Button, Link as TextLink, Skeleton, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { OWNER_TAKES_NOTHING } from '#shared/rules/why-not-take.ts'
import { nextActLabels } from '#shared/rules/next-step.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { weight } from '#ui/look/tokens.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { isActOfMoney, useNextStep } from './use-next-step.tsx'

/** Wide enough for a sentence beside two buttons; the height is the same before the answer comes. */
const bar = {
  flex: 'none',
  // The line below it begins a little higher than its own box.
  mb: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 72,
  px: 3,
  py: 1.5,
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'action.hover',
  '&:focus': { outline: 'none' },
} as const

/** What the task waits for, and what the viewer can do about it. */
export const NextBar = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const area = useRef<HTMLElement>(null)
  // Who has just taken the task reads here what happened.
  const { state } = useLocation() as { state: { isTaken?: boolean } | null }
  const isNews = state?.isTaken === true
  const { seen, acts, whyNot, isPending, run, error, isFetching, retry, dialogs } = useNextStep(task, role)
  // That owners take nothing of their own is no news to them; the key 1 says it.
  const reason = acts.length === 0 && whyNot !== OWNER_TAKES_NOTHING ? whyNot : null
  const isThere = seen !== null
  useEffect(() => {
    if (isNews && isThere) area.current?.focus()
  }, [isNews, isThere])
  return (
    <Box component="section" ref={area} tabIndex={-1} aria-label="What now" sx={bar}>
      {seen ? (
        <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="body2" component="div" role="status">
            <Box component="span" sx={{ fontWeight: weight.semibold, color: seen.isLate ? 'error.main' : undefined }}>
              {seen.label}
              {seen.amount && ` · ${seen.amount}`}
            </Box>
            <br />
            {seen.sentence}
          </Typography>
          {(seen.amount || reason) && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[reason, seen.amount ? 'Recorded, not held.' : null].filter((text) => text !== null).join(' ')}
            </Typography>
          )}
        </Box>
      ) : error ? (
        <Box role="alert" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Typography variant="body2">What the task waits for could not be loaded.</Typography>
          <TextLink component="button" type="button" variant="body2" onClick={retry} disabled={isFetching}>
            Retry
          </TextLink>
        </Box>
      ) : (
        <Box sx={{ flex: '1 1 220px' }}>
          <DelayedSkeleton>
            <Box role="img" aria-label="Loading what the task waits for">
              <Skeleton width="30%" />
              <Skeleton width="70%" />
            </Box>
          </DelayedSkeleton>
        </Box>
      )}
      {acts.map((act, at) => {
        const Act = isActOfMoney(act) ? NetworkButton : Button
        return (
          <Act
            key={act}
            size="small"
            variant={at === 0 ? 'contained' : 'outlined'}
            loading={isPending(act)}
            onClick={() => run(act)}
          >
            {nextActLabels[act]}
          </Act>
        )
      })}
      {dialogs}
    </Box>
  )
}
