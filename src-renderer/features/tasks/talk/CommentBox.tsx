import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { membersQuery } from '#data/memberships.ts'
import { isApiError } from '#lib/api.ts'
import { useDraft } from '#lib/comment-drafts.ts'
import { useGuest } from '../data/guest.ts'
import { useSendComment } from './comment-mutations.ts'
import { CommentField } from './CommentField.tsx'

/** Whether somebody who is no member has the task, and reads what is written here. */
const useIsReadByGuest = ({ projectID, assignedToID }: Task): boolean => {
  const isGuest = useGuest() !== null
  const isAsked = useCapability('claims', !isGuest) && typeof assignedToID === 'string'
  const members = useQuery({ ...membersQuery(projectID), enabled: isAsked }).data
  return isAsked && members !== undefined && !members.some(({ userID }) => userID === assignedToID)
}

/** Where one writes the next comment on a task. What was not sent stays here. */
export const CommentBox = ({ task }: { task: Task }) => {
  const { draft, type, keyed, clear } = useDraft(task.id)
  const { mutate, isPending, isError, error, reset } = useSendComment(task.id)
  // Each comment begins with an empty field of its own, to be written and not looked at.
  const [sent, setSent] = useState(0)
  const isReadByGuest = useIsReadByGuest(task)
  const isEmpty = !draft.text.trim()
  const send = () => {
    if (isEmpty || isPending) return
    mutate(keyed(), {
      onSuccess: () => {
        clear()
        setSent((count) => count + 1)
      },
    })
  }
  return (
    <Box sx={{ px: 3, pt: 1, pb: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <CommentField
        key={sent}
        isFocused={sent > 0}
        label="Write a comment"
        projectID={task.projectID}
        taskID={task.id}
        text={draft.text}
        onType={(text) => {
          if (isError) reset()
          type(text)
        }}
        onSend={send}
        isSending={isPending}
      >
        {isError && (
          <Alert severity="error" sx={{ flexBasis: '100%' }}>
            Not sent.{' '}
            <Link component="button" type="button" onClick={send} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
              Try again
            </Link>
            {isApiError(error) && error.serverMessage && <Box>{error.serverMessage}</Box>}
          </Alert>
        )}
        {isReadByGuest && (
          <Typography variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
            Guests read this
          </Typography>
        )}
        <Button size="small" variant="contained" onClick={send} loading={isPending} disabled={isEmpty}>
          Comment
        </Button>
      </CommentField>
    </Box>
  )
}
