import { nameOf } from '#shared/rules/person.ts'
import { Box, IconButton, Typography } from '@mui/material'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Comment } from '#shared/contract/index.ts'
import { confirm } from '#lib/confirm.ts'
import { formatMoment } from '#lib/format.ts'
import { Moment } from '#ui/text/Moment.tsx'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { radius, weight } from '#ui/look/tokens.ts'

const framed = {
  border: 1,
  borderColor: 'divider',
  borderRadius: radius.medium,
  px: 1.5,
  py: 1,
  display: 'grid',
  gap: 0.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
} as const

type CommentFrameProps = {
  comment: Comment
  /** Where the names and numbers of its text are looked up. */
  projectID: string
  /** What an author is called whose account is gone. */
  unknownName: string
  hasFrame?: boolean
  onDelete: () => void
  isDeleting: boolean
  /** Draws the field in which the viewer changes the comment; `onDone` closes it. */
  editor: (onDone: () => void) => ReactNode
}

/** A comment under its author's name, with what the viewer may do with it; of a deleted one only that it was there. */
export const CommentFrame = (props: CommentFrameProps) => {
  const { comment, projectID, unknownName, hasFrame = false, onDelete, isDeleting, editor } = props
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button that has opened the field is there again.
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (comment.isDeleted)
    return (
      <Typography variant="body2" sx={{ fontStyle: 'italic', color: 'text.secondary', py: 1, pl: 5 }}>
        Comment deleted
      </Typography>
    )
  const { author, body, createdAt, editedAt } = comment
  const name = author ? nameOf(author) : unknownName
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete this comment?',
      text: 'Its text is gone for everybody.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) onDelete()
  }
  return (
    <Box component="article" aria-label={`Comment by ${name}`} sx={{ display: 'flex', gap: 1.5, py: 1 }}>
      <PersonAvatar name={name} username={author?.username} size={28} />
      <Box sx={{ flex: 1, minWidth: 0, ...(hasFrame && framed) }}>
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
            {!comment.mayEdit && <ReportButton kind="comment" id={comment.id} isSmall />}
            {comment.mayDelete && (
              <IconButton size="small" aria-label="Delete the comment" disabled={isDeleting} onClick={() => void ask()}>
                <Trash2 size={14} aria-hidden />
              </IconButton>
            )}
          </Box>
        </Box>
        {isEditing ? (
          editor(() => setIsEditing(false))
        ) : (
          <RichText id={comment.id} text={body} projectID={projectID} people={comment.mentions} tasks={comment.tasks} />
        )}
      </Box>
    </Box>
  )
}
