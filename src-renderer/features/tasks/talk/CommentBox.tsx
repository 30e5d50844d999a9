import { Alert, Box, Button, Link } from '@mui/material'
import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { useDraft } from '#lib/comment-drafts.ts'
import { useSendComment } from './comment-mutations.ts'
import { CommentField } from './CommentField.tsx'

/** Where one writes the next comment on a task. What was not sent stays here. */
export const CommentBox = ({ task }: { task: Task }) => {
  const { draft, type, keyed, clear } = useDraft(task.id)
  const { mutate, isPending, isError, error, reset } = useSendComment(task.id)
  // Each comment begins with an empty field of its own, to be written and not looked at.
  const [sent, setSent] = useState(0)
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
        <Button size="small" variant="contained" onClick={send} loading={isPending} disabled={isEmpty}>
          Comment
        </Button>
      </CommentField>
    </Box>
  )
}
