import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Pencil, Trash2 } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { Comment } from '../../../shared/contract/index.ts'
import { confirm } from '../../lib/confirm.ts'
import { formatMoment } from '../../lib/format.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { radius, weight } from '../../ui/tokens.ts'
import { EditComment } from './EditComment.tsx'
import { useDeleteComment } from './comment-mutations.ts'
import { Moment } from '../../ui/Moment.tsx'

const Deleted = () => (
  <Typography variant="body2" sx={{ fontStyle: 'italic', color: 'text.secondary', py: 1, pl: 5 }}>
    Comment deleted
  </Typography>
)

type CommentEntryProps = { comment: Comment; projectID: string }

/** A comment, with what the viewer may do with it. */
export const CommentEntry = memo(function CommentEntry({ comment, projectID }: CommentEntryProps) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const remove = useDeleteComment()
  if (comment.isDeleted) return <Deleted />
  const { author, body, createdAt, editedAt } = comment
  const name = author?.name || author?.username || 'A former member'
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete this comment?',
      text: 'Its text is gone for everybody.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate(comment)
  }
  return (
    <Box component="article" aria-label={`Comment by ${name}`} sx={{ display: 'flex', gap: 1.5, py: 1 }}>
      <PersonAvatar name={name} username={author?.username} size={28} />
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          border: 1,
          borderColor: 'divider',
          borderRadius: radius.medium,
          px: 1.5,
          py: 1,
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
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
          <EditComment
            comment={comment}
            projectID={projectID}
            onDone={() => {
              setIsEditing(false)
              // The button is drawn again first.
              setTimeout(() => edit.current?.focus())
            }}
          />
        ) : (
          <RichText id={comment.id} text={body} projectID={projectID} people={comment.mentions} tasks={comment.tasks} />
        )}
      </Box>
    </Box>
  )
})
