import { Alert, Box, Button } from '@mui/material'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import type { Comment } from '#shared/contract/index.ts'
import { useDraft } from '#lib/comment-drafts.ts'
import { errorText } from '#lib/query-client.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { Field } from '#ui/form/Field.tsx'
import { CommentFrame } from '../comments/CommentFrame.tsx'
import { useDeleteInThread, useEditInThread } from './mutations.ts'

/** Changes the own comment. What was typed and not saved is there again when it is opened the next time. */
const Edit = ({ comment, onDone }: { comment: Comment; onDone: () => void }) => {
  const { draft, type, clear } = useDraft(comment.id, comment.body)
  const save = useEditInThread(clear)
  const text = draft.text.trim()
  const finish = () => {
    clear()
    onDone()
  }
  const send = () => {
    if (!text || save.isPending) return
    if (text === comment.body) return finish()
    save.mutate({ id: comment.id, text }, { onSuccess: onDone })
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)', pt: 1 }}>
      <Field
        label="Edit the comment"
        multiline
        autoFocus
        minRows={2}
        maxRows={10}
        value={draft.text}
        readOnly={save.isPending}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (isSubmitKey(event)) {
            event.preventDefault()
            send()
          }
          // Escape leaves the edit, and not the dialog around it.
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.preventDefault()
          finish()
        }}
        inputProps={{ maxLength: COMMENT_MAX }}
      />
      {save.isError && <Alert severity="error">{errorText(save.error, 'Failed to save the comment')}</Alert>}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" color="inherit" onClick={finish}>
          Cancel
        </Button>
        <Button size="small" variant="contained" onClick={send} loading={save.isPending} disabled={!text}>
          Save
        </Button>
      </Box>
    </Box>
  )
}

/** A comment on an application, with what the viewer may do with it. */
export const ThreadComment = ({ comment, projectID }: { comment: Comment; projectID: string }) => {
  const remove = useDeleteInThread()
  return (
    <CommentFrame
      comment={comment}
      projectID={projectID}
      unknownName="Somebody who is gone"
      onDelete={() => remove.mutate(comment)}
      isDeleting={remove.isPending}
      editor={(onDone) => <Edit comment={comment} onDone={onDone} />}
    />
  )
}
