import { Alert, Button } from '@mui/material'
import type { Comment } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { useDraft } from '#lib/comment-drafts.ts'
import { useEditComment } from './comment-mutations.ts'
import { CommentField } from './CommentField.tsx'

type EditCommentProps = { comment: Comment; projectID: string; onDone: () => void }

/** Changes the own comment. What was typed and not saved is there again when it is opened the next time. */
export const EditComment = ({ comment, projectID, onDone }: EditCommentProps) => {
  const { draft, type, clear } = useDraft(comment.id, comment.body)
  const save = useEditComment()
  const text = draft.text.trim()
  const finish = () => {
    clear()
    onDone()
  }
  const send = () => {
    if (!text || save.isPending) return
    if (text === comment.body) return finish()
    save.mutate({ id: comment.id, text }, { onSuccess: finish })
  }
  return (
    <CommentField
      label="Edit the comment"
      projectID={projectID}
      taskID={comment.taskID}
      text={draft.text}
      onType={type}
      onSend={send}
      onEscape={finish}
      isSending={save.isPending}
      isFocused
    >
      {save.isError && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(save.error, 'Failed to save the comment')}
        </Alert>
      )}
      <Button size="small" color="inherit" onClick={finish}>
        Cancel
      </Button>
      <Button size="small" variant="contained" onClick={send} loading={save.isPending} disabled={!text}>
        Save
      </Button>
    </CommentField>
  )
}
