import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { contract, PRIVATE_NOTES_MAX, type PrivateNotes as Notes } from '#shared/contract/index.ts'
import { nameOf, personText } from '#shared/rules/person.ts'
import { isApiError } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useSaveNotes } from './mutations.ts'
import { notesQuery } from './queries.ts'

/** Notes that were typed and not saved yet, with the version on which they are based. */
export type NotesDraft = { text: string; version: number }
/** Replaces the draft, which may have changed since the editor was drawn. */
export type ChangeDraft = (change: (before: NotesDraft | undefined) => NotesDraft | undefined) => void

/** What is left of a draft once it was saved: what was typed in the meantime, which is based on what was saved. */
const restOf = (draft: NotesDraft | undefined, saved: NotesDraft): NotesDraft | undefined =>
  draft && draft.text !== saved.text ? { text: draft.text, version: saved.version } : undefined

const notesSchema = contract.requests.notes.response.shape.data
/** What somebody else has written in the meantime, from the refusal of a change that did not know it. */
const newerNotes = (error: unknown): Notes | null => {
  if (!isApiError(error) || error.status !== 409) return null
  const newer = notesSchema.safeParse(error.newer)
  return newer.success ? newer.data : null
}

type NotesProps = {
  requestID: string
  draft: NotesDraft | undefined
  onDraft: ChangeDraft
}

const Editor = ({ requestID, notes, draft, onDraft }: NotesProps & { notes: Notes }) => {
  const save = useSaveNotes(requestID, (saved) => onDraft((before) => restOf(before, saved)))
  const newer = newerNotes(save.error)
  const text = draft?.text ?? notes.text
  const isTooLong = text.length > PRIVATE_NOTES_MAX
  const isDirty = draft !== undefined && draft.text !== notes.text
  const send = (version: number) => {
    if (!isDirty || isTooLong || save.isPending) return
    save.mutate({ text, version })
  }
  const version = draft?.version ?? notes.version
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(version)
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <Field
        label="Private notes"
        placeholder="Ask about the charts"
        value={text}
        readOnly={save.isPending}
        onChange={({ target }) => onDraft(() => ({ text: target.value, version }))}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          send(version)
        }}
        error={isTooLong ? `Notes have at most ${PRIVATE_NOTES_MAX.toLocaleString('en')} characters.` : undefined}
        multiline
        minRows={2}
        maxRows={10}
      />
      {newer && (
        <Alert
          severity="warning"
          sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => send(newer.version)}>
                Keep mine
              </Button>
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  onDraft(() => ({ text: newer.text, version: newer.version }))
                  save.reset()
                }}
              >
                Take theirs
              </Button>
            </>
          }
        >
          {`${newer.by ? personText(newer.by) : 'Somebody else'} has changed these notes: ${newer.text || 'they are empty now.'}`}
        </Alert>
      )}
      {save.isError && !newer && (
        <Alert severity="error">Not saved, and kept here. {errorText(save.error, 'Please try again.')}</Alert>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Typography variant="note" role="status" sx={{ flex: 1, color: 'text.secondary' }}>
          {isDirty
            ? 'Not saved yet'
            : notes.at !== null && `Saved ${formatMoment(notes.at)}${notes.by ? ` by ${nameOf(notes.by)}` : ''}`}
        </Typography>
        {isDirty && (
          <Button type="submit" size="small" variant="outlined" loading={save.isPending} disabled={isTooLong}>
            Save notes
          </Button>
        )}
      </Box>
    </Box>
  )
}

/** What owners and admins note about an application. What is typed stays until it is saved, whatever is opened in the meantime. */
export const PrivateNotes = (props: NotesProps) => {
  const { data, error, isFetching, refetch } = useQuery(notesQuery(props.requestID))
  if (data) return <Editor {...props} notes={data} />
  if (error)
    return (
      <ErrorState
        title="Failed to load the notes"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <DelayedSkeleton>
      <Skeleton variant="rounded" height={92} />
    </DelayedSkeleton>
  )
}
