import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { LETTER_MAX } from '#shared/contract/letters.ts'
import { answerMax, type Question } from '#shared/contract/questions.ts'
import { checkAnswers } from '#shared/rules/letters.ts'
import { ownProfileQuery } from '#data/people.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { radius } from '#ui/look/tokens.ts'
import {
  type ApplicationDraft,
  draftAnswer,
  useApplicationDraft,
  type WrittenLetter,
  writtenLetter,
} from './application-draft.ts'
import { CopyLetter } from './KeptLetter.tsx'
import { Letter } from './Letter.tsx'

/** The message at each field: `letter`, or `answers.0` by the place of the question. */
type Errors = Readonly<Record<string, string>>
const errorsOf = (problems: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(problems.map(({ path, message }) => [path.replace(/^body\./, ''), message]))

const problemsOf = (questions: readonly Question[], body: WrittenLetter) => [
  ...(body.letter.length > LETTER_MAX
    ? [{ path: 'letter', message: `A letter has at most ${LETTER_MAX.toLocaleString('en-US')} characters.` }]
    : []),
  ...checkAnswers(questions, body.answers).problems,
]

/** Who applies, as the project's owner and admins will read it. */
const Applicant = () => {
  const { data: profile } = useQuery(ownProfileQuery())
  return (
    profile && (
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[profile.name, `@${profile.username}`, profile.email].filter(Boolean).join(' · ')}, with your profile
      </Typography>
    )
  )
}

type QuestionFieldProps = {
  question: Question
  value: string
  error: string | undefined
  onType: (text: string) => void
}

const QuestionField = ({ question: { text, kind, isRequired }, value, error, onType }: QuestionFieldProps) => (
  <Field
    label={text}
    required={isRequired}
    value={value}
    error={error}
    onChange={({ target }) => onType(target.value)}
    {...(kind === 'long' && { multiline: true, minRows: 3, maxRows: 10 })}
    {...(kind === 'link' && { type: 'url', placeholder: 'https://' })}
    hint={<CharacterCount count={value.length} max={answerMax[kind]} />}
  />
)

export type ApplicationSheetProps = {
  title: string
  /** The button that sends. */
  sendLabel: string
  isOpen: boolean
  onClose: () => void
  /** What is to be known before one writes. */
  intro?: ReactNode
  /** Names the draft: the project, or the application that is changed. */
  about: string
  initial?: ApplicationDraft
  questions: readonly Question[]
  /** Why nothing can be sent any more; null while it can. What was written stays to be copied. */
  whyNot: string | null
  isSending: boolean
  /** The failure of the last try. */
  error: unknown
  /** Sends it, and closes the sheet after a success. */
  onSend: (body: WrittenLetter, then: { onSuccess: () => void; onError: (error: unknown) => void }) => void
}

const Content = (props: Omit<ApplicationSheetProps, 'title' | 'isOpen'>) => {
  const { sendLabel, onClose, intro, about, initial, questions, whyNot, isSending, error, onSend } = props
  const preview = useId()
  const { draft, change, clear } = useApplicationDraft(about, initial)
  const [errors, setErrors] = useState<Errors>({})
  const body = writtenLetter(questions, draft)
  const send = () => {
    if (isSending || whyNot !== null) return
    const found = errorsOf(problemsOf(questions, body))
    setErrors(found)
    if (Object.keys(found).length > 0) return
    onSend(body, {
      onSuccess: clear,
      onError: (failure) => isApiError(failure) && failure.status === 422 && setErrors(errorsOf(failure.details)),
    })
  }
  const isBeside = (path: string) => path === 'letter' || (/^answers\.\d+$/.test(path) && Number(path.split('.')[1]) < questions.length) // prettier-ignore
  const hasFieldError = Object.keys(errors).some(isBeside)
  const failure = error && !hasFieldError && whyNot === null ? errorText(error, 'It could not be sent.') : null
  return (
    <DialogForm
      onSubmit={send}
      actions={
        <FormButtons onCancel={onClose} isPending={isSending} canCancel disabled={whyNot !== null}>
          {sendLabel}
        </FormButtons>
      }
    >
      {intro}
      {whyNot !== null && (
        <Alert severity="warning" action={<CopyLetter draft={draft} />}>
          {whyNot} What you have written stays here for you to copy.
        </Alert>
      )}
      {failure !== null && <Alert severity="error">{failure} What you have written is kept.</Alert>}
      {hasFieldError && (
        <Alert severity="error">Please look at the fields that are marked: nothing was sent yet.</Alert>
      )}
      <Field
        label="Letter"
        multiline
        minRows={5}
        maxRows={14}
        autoFocus
        value={draft.letter}
        onChange={({ target }) => change({ letter: target.value })}
        error={errors['letter'] ?? (draft.letter.length > LETTER_MAX ? 'This letter is too long.' : undefined)}
        hint={<CharacterCount count={draft.letter.length} max={LETTER_MAX} />}
      />
      {draft.letter.length > LETTER_MAX && <CharacterCount count={draft.letter.length} max={LETTER_MAX} />}
      {questions.map((question, at) => (
        <QuestionField
          key={question.text}
          question={question}
          value={draftAnswer(draft, question.text)}
          error={errors[`answers.${at}`]}
          onType={(text) => change({ answers: { ...draft.answers, [question.text]: text } })}
        />
      ))}
      <Box
        component="section"
        aria-labelledby={preview}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Typography id={preview} variant="h4" component="h3">
          What the project’s owner and admins will see
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            p: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: radius.medium,
          }}
        >
          <Applicant />
          <Letter letter={body.letter || null} answers={checkAnswers(questions, body.answers).answers} />
        </Box>
      </Box>
    </DialogForm>
  )
}

/** The sheet of an application: its letter, and an answer to each question. What is typed is kept until it was sent. */
export const ApplicationSheet = ({ title, isOpen, ...content }: ApplicationSheetProps) => (
  <FormDialog title={title} isOpen={isOpen} onClose={content.onClose} maxWidth="sm" hasCross>
    <Content {...content} />
  </FormDialog>
)
