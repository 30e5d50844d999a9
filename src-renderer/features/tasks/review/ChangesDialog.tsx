import { Alert } from '@mui/material'
import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { CHANGES_TEXT_MAX, changesText } from '#shared/contract/submissions.ts'
import { isApiError } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { toast } from '#lib/toast.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { newerReview, outcomeSentence, useAnswerRound } from './review-queries.ts'

/** The round of a task that is to be sent back. */
export type ToChange = { task: Task; round: number }

type ContentProps = ToChange & {
  text: string
  onText: (text: string) => void
  onClose: () => void
  onDone: (task: Task) => void
}

const Content = ({ task, round, text, onText, onClose, onDone }: ContentProps) => {
  const answer = useAnswerRound(task, round)
  const [problem, setProblem] = useState<string>()
  const newer = newerReview(answer.error)
  const send = () => {
    if (answer.isPending || newer) return
    const checked = changesText.safeParse(text)
    if (!checked.success)
      return setProblem(text.trim() === '' ? 'Say what should change.' : checked.error.issues[0]?.message)
    setProblem(undefined)
    answer.mutate(
      { act: 'changes', text: checked.data },
      {
        onSuccess: ({ data }) => {
          toast('Changes requested.', 'success')
          onDone(data.task)
        },
      },
    )
  }
  return (
    <DialogForm
      onSubmit={send}
      actions={
        <FormButtons onCancel={onClose} isPending={answer.isPending} canCancel disabled={newer !== null}>
          Request changes
        </FormButtons>
      }
    >
      {newer ? (
        <Alert severity="warning">
          {outcomeSentence(newer.submission)}
          {newer.submission.answeredAt && ` on ${formatMoment(newer.submission.answeredAt)}`}.
          {newer.submission.answer && ` They wrote: “${newer.submission.answer}”`} Your text stays here for you to copy.
        </Alert>
      ) : (
        answer.error && (
          <Alert severity="error">
            {isApiError(answer.error) && answer.error.message ? answer.error.message : 'Failed to request changes'}
          </Alert>
        )
      )}
      <Field
        label="What should change?"
        required
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => isSubmitKey(event) && send()}
        error={problem}
        hint={<CharacterCount count={text.length} max={CHANGES_TEXT_MAX} />}
      />
    </DialogForm>
  )
}

type ChangesDialogProps = {
  /** Null while the dialog is closed. */
  asked: ToChange | null
  onClose: () => void
  onDone: (task: Task) => void
}

/** Asks what is to be changed before a hand-in is sent back. A typed text is there again when the dialog is opened again. */
export const ChangesDialog = ({ asked, onClose, onDone }: ChangesDialogProps) => {
  const [shown, setShown] = useState(asked)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  if (asked && asked !== shown) setShown(asked)
  const key = shown ? `${shown.task.id} ${shown.round}` : ''
  return (
    <FormDialog title="Request changes" isOpen={asked !== null} onClose={onClose}>
      {shown && (
        <Content
          key={key}
          {...shown}
          text={texts[key] ?? ''}
          onText={(text) => setTexts((all) => ({ ...all, [key]: text }))}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </FormDialog>
  )
}
