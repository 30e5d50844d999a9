import { Alert, Box, Button, Checkbox, IconButton, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { NewSubmission, Task } from '#shared/contract/index.ts'
import { newSubmission, SUBMISSION_LINKS_MAX, SUBMISSION_NOTE_MAX } from '#shared/contract/submissions.ts'
import { whyNotAiUse } from '#shared/rules/offer-terms.ts'
import { useSession } from '#lib/session.ts'
import { taskQuery } from '#data/tasks.ts'
import { isApiError } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { asSentence, errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { useTickLine } from '../data/mutations.ts'
import { AiUseField } from './AiUseField.tsx'
import { HandedFiles, useHandedFiles } from './HandedFiles.tsx'
import { useSubmitTask } from './review-queries.ts'
import { type SubmissionDraft, useSubmissionDraft } from './submission-draft.ts'

/** The message at each field, by its path, such as `links.0`. */
type Errors = Readonly<Record<string, string>>
const errorsOf = (issues: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message]))

/** The body that the draft means, without the key. */
const bodyOf = ({ note, links, remarks, files, aiUse }: SubmissionDraft, lineIDs: readonly string[]) => ({
  note,
  links: links.filter((link) => link.trim() !== ''),
  fileIDs: files.map(({ id }) => id),
  remarks: lineIDs.flatMap((lineID) => (remarks[lineID]?.trim() ? [{ lineID, remark: remarks[lineID] ?? '' }] : [])),
  ...(aiUse && { aiUse }),
})

/**
 * The key of a hand-in: the same for the same content, so that a retry after a lost answer makes no second round, and
 * another one once something has changed.
 */
const useKeyFor = () => {
  const last = useRef({ text: '', key: '' })
  return (body: object): string => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: newKey() }
    return last.current.key
  }
}

type Part = { draft: SubmissionDraft; change: ReturnType<typeof useSubmissionDraft>['change']; errors: Errors }

const LinkFields = ({ draft, change, errors }: Part) => {
  const changeLink = (at: number, text: string) =>
    change(({ links }) => ({ links: links.map((link, index) => (index === at ? text : link)) }))
  return (
    <Box role="group" aria-label="Links" sx={{ display: 'grid', gap: 1 }}>
      {draft.links.map((link, at) => (
        // Links have no identity of their own: what is typed is all there is.
        <Box key={at} sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
          <Field
            label={`Link ${at + 1}`}
            type="url"
            placeholder="https://"
            value={link}
            onChange={({ target }) => changeLink(at, target.value)}
            error={errors[`links.${at}`]}
          />
          {draft.links.length > 1 && (
            <IconButton
              aria-label={`Remove link ${at + 1}`}
              onClick={() => change(({ links }) => ({ links: links.filter((_, index) => index !== at) }))}
            >
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </Box>
      ))}
      {draft.links.length < SUBMISSION_LINKS_MAX && (
        <Button
          size="small"
          startIcon={<Plus size={16} aria-hidden />}
          onClick={() => change(({ links }) => ({ links: [...links, ''] }))}
          sx={{ justifySelf: 'start' }}
        >
          Add a link
        </Button>
      )}
    </Box>
  )
}

/** The lines of 'Done when' as they are ticked here. */
const useTicks = (task: Task) => {
  const tick = useTickLine(task.projectID, () => undefined)
  return {
    lines: (task.doneWhen ?? []).map((line) => ({ ...line, isDone: tick.tickOf(line.id) ?? line.isDone })),
    press: (lineID: string, isDone: boolean) => tick.mutate({ task, lineID, isDone }),
    isPending: tick.isPending,
    hasFailed: tick.isError,
  }
}

const Remarks = ({ ticks, draft, change, errors }: Part & { ticks: ReturnType<typeof useTicks> }) => {
  const { lines, press, hasFailed } = ticks
  const remarkError = (lineID: string) => {
    const at = bodyOf(draft, lines.map(({ id }) => id)).remarks.findIndex((one) => one.lineID === lineID) // prettier-ignore
    return at === -1 ? undefined : errors[`remarks.${at}.remark`]
  }
  return (
    <Box role="group" aria-label="Done when" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3" component="h3">
        Done when
      </Typography>
      {errors['remarks'] && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {errors['remarks']}
        </Typography>
      )}
      {lines.map(({ id, text, isDone }) => (
        <Box key={id} sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, ml: '-10px' }}>
          <Checkbox
            size="small"
            checked={isDone}
            slotProps={{ input: { 'aria-label': `Done: ${text}` } }}
            onChange={(_event, isTicked) => press(id, isTicked)}
            sx={{ mt: '-10px' }}
          />
          <Field
            label={text}
            placeholder="A remark, if needed"
            value={draft.remarks[id] ?? ''}
            onChange={({ target }) => change(({ remarks }) => ({ remarks: { ...remarks, [id]: target.value } }))}
            error={remarkError(id)}
          />
        </Box>
      ))}
      {hasFailed && <Alert severity="error">The tick could not be saved. Please try again.</Alert>}
    </Box>
  )
}

type ContentProps = Omit<SubmitSheetProps, 'task'> & { task: Task }

const Content = ({ task, onClose, onSubmitted }: ContentProps) => {
  const client = useQueryClient()
  const whole = useQuery(taskQuery(client, task.projectID, task.id))
  const viewerID = useSession(({ userID }) => userID)
  const { draft, change, clear } = useSubmissionDraft(task.id)
  const uploads = useHandedFiles(task, (file) => change(({ files }) => ({ files: [...files, file] })))
  const submit = useSubmitTask(task.id)
  const keyFor = useKeyFor()
  const [errors, setErrors] = useState<Errors>({})
  const now = whole.data ?? task
  const ticks = useTicks(now)
  const lines = ticks.lines
  const aiRule = now.offer?.aiRule ?? null
  const isRefused = isApiError(submit.error) && [403, 404].includes(submit.error.status)
  const isGone = isApiError(whole.error) && [403, 404].includes(whole.error.status)
  const isTaken = isRefused || isGone || (viewerID !== null && now.assignedToID !== viewerID)
  // A round keeps the ticks as they are when it is handed in.
  const isBusy = uploads.isBusy || ticks.isPending
  const failure = submit.error && Object.keys(errors).length === 0 && !isTaken ? submit.error : null

  const send = () => {
    if (submit.isPending || isTaken || isBusy) return
    const links = draft.links.filter((link) => link.trim() !== '')
    const body = bodyOf(draft, lines.map(({ id }) => id)) // prettier-ignore
    // The fields are as they are sent, so that a message finds its field.
    change({ links: links.length > 0 ? links : [''] })
    const checked = newSubmission.safeParse({ ...body, idempotencyKey: keyFor(body) })
    if (!checked.success)
      return setErrors(errorsOf(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))))
    const whyNot = whyNotAiUse(aiRule, draft.aiUse)
    if (whyNot !== null) return setErrors({ aiUse: whyNot })
    setErrors({})
    const sent: NewSubmission = checked.data
    submit.mutate(sent, {
      onSuccess: ({ data }) => {
        clear()
        onSubmitted?.(data.task)
        toast('Submitted for review.', 'success')
        onClose()
      },
      onError: (error) => isApiError(error) && error.status === 422 && setErrors(errorsOf(error.details)),
    })
  }
  return (
    <DialogForm
      onSubmit={send}
      actions={
        <FormButtons onCancel={onClose} isPending={submit.isPending} canCancel disabled={isTaken || isBusy}>
          Submit
        </FormButtons>
      }
    >
      {isTaken && (
        <Alert severity="warning">
          This task is no longer yours, so it cannot be submitted. What you have written stays here for you to copy.
        </Alert>
      )}
      {failure && (
        <Alert severity="error">
          {asSentence(errorText(failure, 'Failed to submit for review'))} What you have written is kept.
        </Alert>
      )}
      <Field
        label="Note"
        multiline
        minRows={3}
        maxRows={10}
        autoFocus
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
        onKeyDown={(event) => isSubmitKey(event) && send()}
        error={errors['note']}
        hint={<CharacterCount count={draft.note.length} max={SUBMISSION_NOTE_MAX} />}
      />
      <LinkFields draft={draft} change={change} errors={errors} />
      <HandedFiles
        task={task}
        files={draft.files}
        uploads={uploads}
        error={errors['fileIDs']}
        onChoose={(file) => change(({ files }) => ({ files: [...files, file] }))}
        onRemove={(id) => change(({ files }) => ({ files: files.filter((file) => file.id !== id) }))}
      />
      {lines.length > 0 && <Remarks ticks={ticks} draft={draft} change={change} errors={errors} />}
      {(aiRule === 'declare' || aiRule === 'none' || errors['aiUse']) && (
        <AiUseField
          rule={aiRule ?? 'declare'}
          value={draft.aiUse}
          onChange={(aiUse) => change({ aiUse })}
          error={errors['aiUse']}
        />
      )}
    </DialogForm>
  )
}

type SubmitSheetProps = {
  /** The task to hand in; null while the sheet is closed. */
  task: Task | null
  onClose: () => void
  /** Called with the task once it was handed in, before the sheet closes. */
  onSubmitted?: (task: Task) => void
}

/** The sheet for handing in a task. What is typed is kept as a draft until it was handed in. */
export const SubmitSheet = ({ task, onClose, onSubmitted }: SubmitSheetProps) => {
  // The sheet keeps its content while it fades out.
  const [shown, setShown] = useState(task)
  if (task && task !== shown) setShown(task)
  return (
    <FormDialog title="Submit for review" isOpen={task !== null} onClose={onClose} hasCross>
      {shown && <Content key={shown.id} task={shown} onClose={onClose} {...(onSubmitted && { onSubmitted })} />}
    </FormDialog>
  )
}
