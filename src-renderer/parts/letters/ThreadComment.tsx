import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { COMMENT_MAX } from '../../../shared/contract/comments.ts'
import type { Comment } from '../../../shared/contract/index.ts'
import { useDraft } from '../../lib/comment-drafts.ts'
import { confirm } from '../../lib/confirm.ts'
import { formatMoment } from '../../lib/format.ts'
import { errorText } from '../../lib/query-client.ts'
import { isSubmitKey } from '../../lib/submit-key.ts'
import { Field } from '../../ui/Field.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { weight } from '../../ui/tokens.ts'
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
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = useDeleteInThread()
  const { author, body, createdAt, editedAt } = comment
  if (comment.isDeleted)
    return (
      <Typography variant="body2" sx={{ fontStyle: 'italic', color: 'text.secondary', py: 1, pl: 5 }}>
        Comment deleted
      </Typography>
    )
  const name = author?.name || author?.username || 'Somebody who is gone'
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete this comment?',
      text: 'Its text is gone for everybody.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate(comment)
  }
  const finish = () => {
    setIsEditing(false)
    // The button is drawn again first.
    setTimeout(() => edit.current?.focus())
  }
  return (
    <Box component="article" aria-label={`Comment by ${name}`} sx={{ display: 'flex', gap: 1.5, py: 1 }}>
      <PersonAvatar name={name} username={author?.username} size={28} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28 }}>
          <Typography variant="body2" sx={{ fontWeight: weight.semibold, minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Moment at={createdAt} />
          {editedAt && (
            <Typography variant="note" title={formatMoment(editedAt)} sx={{ color: 'text.secondary' }}>
              edited
            </Typography>
          )}
          <Box sx={{ ml: 'auto', display: 'flex' }}>
            {comment.mayEdit && !isEditing && (
              <IconButton ref={edit} size="small" aria-label="Edit the comment" onClick={() => setIsEditing(true)}>
                <Pencil size={14} aria-hidden />
              </IconButton>
            )}
            {comment.mayDelete && (
              <IconButton
                size="small"
                aria-label="Delete the comment"
                disabled={remove.isPending}
                onClick={() => void ask()}
              >
                <Trash2 size={14} aria-hidden />
              </IconButton>
            )}
          </Box>
        </Box>
        {isEditing ? (
          <Edit comment={comment} onDone={finish} />
        ) : (
          <RichText id={comment.id} text={body} projectID={projectID} people={comment.mentions} />
        )}
      </Box>
    </Box>
  )
}
