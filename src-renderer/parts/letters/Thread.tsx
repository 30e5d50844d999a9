import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import { threadQuery } from '#data/letters.ts'
import { isApiError } from '#lib/api.ts'
import { useDraft } from '#lib/comment-drafts.ts'
import { errorText } from '#lib/query-client.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useSendToThread } from './mutations.ts'
import { ThreadComment } from './ThreadComment.tsx'

/** From this many characters before the end on, the field says how many are left. */
const SAY_LEFT = 500

/** Where one writes the next comment. What was not sent stays here. */
const Write = ({ requestID }: { requestID: string }) => {
  const { draft, type, keyed, clear } = useDraft(requestID)
  const send = useSendToThread(requestID, clear)
  const isEmpty = !draft.text.trim()
  const submit = () => {
    if (!isEmpty && !send.isPending) send.mutate(keyed())
  }
  const left = COMMENT_MAX - draft.text.length
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Field
        label="Write a comment"
        multiline
        minRows={2}
        maxRows={10}
        value={draft.text}
        readOnly={send.isPending}
        onChange={({ target }) => {
          if (send.isError) send.reset()
          type(target.value)
        }}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          submit()
        }}
        inputProps={{ maxLength: COMMENT_MAX }}
        hint={left <= SAY_LEFT ? `${left} characters left` : 'Markdown and @name work here.'}
      />
      {send.isError && (
        <Alert severity="error">
          Not sent. {errorText(send.error, 'Failed to send the comment')} What you have written is kept.
        </Alert>
      )}
      <Button
        size="small"
        variant="contained"
        onClick={submit}
        loading={send.isPending}
        disabled={isEmpty}
        sx={{ justifySelf: 'end' }}
      >
        Comment
      </Button>
    </Box>
  )
}

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading comments" sx={{ display: 'grid', gap: 1.5 }}>
      {[56, 40].map((height) => (
        <Box key={height} sx={{ display: 'flex', gap: 1.5 }}>
          <Skeleton variant="circular" width={28} height={28} />
          <Skeleton variant="rounded" height={height} sx={{ flex: 1 }} />
        </Box>
      ))}
    </Box>
  </DelayedSkeleton>
)

type ThreadProps = {
  requestID: string
  projectID: string
  /** Whether the viewer may write: until the application is closed. */
  mayComment: boolean
  headingLevel?: 2 | 3 | 4
}

/** What applicant, owners and admins say about an application. */
export const Thread = ({ requestID, projectID, mayComment, headingLevel = 3 }: ThreadProps) => {
  const heading = useId()
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    threadQuery(requestID),
  )
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id={heading} variant="h4" component={`h${headingLevel}`}>
        Comments
      </Typography>
      {error && (
        <ErrorState
          title={data ? 'Failed to read what is new' : 'Failed to load comments'}
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Loading />}
      {hasNextPage && (
        <Button
          size="small"
          onClick={() => void fetchNextPage()}
          loading={isFetchingNextPage}
          sx={{ justifySelf: 'center' }}
        >
          Show earlier
        </Button>
      )}
      {data?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {mayComment ? 'Nothing was said yet. Both sides can ask and answer here.' : 'Nothing was said.'}
        </Typography>
      )}
      {data && data.length > 0 && (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((comment) => (
            <li key={comment.id}>
              <ThreadComment comment={comment} projectID={projectID} />
            </li>
          ))}
        </Box>
      )}
      {data && !mayComment && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          This application is closed: nothing more can be written about it.
        </Typography>
      )}
      {mayComment && <Write requestID={requestID} />}
    </Box>
  )
}
