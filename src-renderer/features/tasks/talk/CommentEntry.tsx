import { memo } from 'react'
import type { Comment } from '#shared/contract/index.ts'
import { CommentFrame } from '#parts/comments/CommentFrame.tsx'
import { useDeleteComment } from './comment-mutations.ts'
import { EditComment } from './EditComment.tsx'

type CommentEntryProps = { comment: Comment; projectID: string }

/** A comment on a task, with what the viewer may do with it. */
export const CommentEntry = memo(function CommentEntry({ comment, projectID }: CommentEntryProps) {
  const remove = useDeleteComment()
  return (
    <CommentFrame
      comment={comment}
      projectID={projectID}
      unknownName="A former member"
      hasFrame
      onDelete={() => remove.mutate(comment)}
      isDeleting={remove.isPending}
      editor={(onDone) => <EditComment comment={comment} projectID={projectID} onDone={onDone} />}
    />
  )
})
