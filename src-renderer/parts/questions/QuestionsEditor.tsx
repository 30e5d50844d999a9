import { Alert, Box, Button, IconButton, Typography } from '@mui/material'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { type Question, QUESTIONS_MAX } from '#shared/contract/questions.ts'
import { errorText } from '#lib/query-client.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { useUpdateProject } from '../use-update-project.ts'
import { kindLabels, QuestionForm } from './QuestionForm.tsx'

const moved = (all: readonly Question[], from: number, to: number): Question[] => {
  const others = all.toSpliced(from, 1)
  return others.toSpliced(to, 0, ...all.slice(from, from + 1))
}

/** An icon button that keeps the focus where it can do nothing: at an end of the list. */
const RowButton = (props: { label: string; isOff?: boolean; onPress: () => void; children: ReactNode }) => (
  <IconButton
    size="small"
    aria-label={props.label}
    aria-disabled={props.isOff === true}
    onClick={() => props.isOff !== true && props.onPress()}
    sx={{ '&[aria-disabled=true]': { opacity: 0.38, cursor: 'default' } }}
  >
    {props.children}
  </IconButton>
)

type QuestionRowProps = {
  questions: readonly Question[]
  at: number
  onSave: (next: readonly Question[], what: string) => void
  onChange: () => void
  onRemove: () => void
}

const QuestionRow = ({ questions, at, onSave, onChange, onRemove }: QuestionRowProps) => {
  const question = questions[at]
  if (!question) return null
  const { text, kind, isRequired } = question
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, py: 0.75 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>
        <Typography variant="note" sx={{ color: 'text.secondary' }}>
          {kindLabels[kind]}
          {isRequired && ' · needs an answer'}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flex: 'none' }}>
        <RowButton
          label={`Move up: ${text}`}
          isOff={at === 0}
          onPress={() => onSave(moved(questions, at, at - 1), `Moved to ${at} of ${questions.length}.`)}
        >
          <ArrowUp size={16} aria-hidden />
        </RowButton>
        <RowButton
          label={`Move down: ${text}`}
          isOff={at === questions.length - 1}
          onPress={() => onSave(moved(questions, at, at + 1), `Moved to ${at + 2} of ${questions.length}.`)}
        >
          <ArrowDown size={16} aria-hidden />
        </RowButton>
        <RowButton label={`Change: ${text}`} onPress={onChange}>
          <Pencil size={16} aria-hidden />
        </RowButton>
        <RowButton label={`Remove: ${text}`} onPress={onRemove}>
          <Trash2 size={16} aria-hidden />
        </RowButton>
      </Box>
    </Box>
  )
}

type QuestionsEditorProps = {
  project: ProjectDetails
  /** The level of its heading: one below that of the part it is in. */
  level?: 'h3' | 'h4'
}

/** Lets owner and admin set what applicants are asked. Each change is saved at once. */
export const QuestionsEditor = ({ project, level = 'h4' }: QuestionsEditorProps) => {
  const heading = useId()
  const area = useRef<HTMLDivElement>(null)
  const update = useUpdateProject(project.id)
  /** The place of the question that is changed; its number is the count for a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  // An open form stays as it is until its question is saved.
  const isShownAhead = update.isPending && edited === null
  const questions = (isShownAhead ? update.variables.questions : undefined) ?? project.questions
  const save = (next: readonly Question[], what: string, then?: () => void) => {
    if (update.isPending) return
    update.mutate(
      { questions: [...next] },
      {
        onSuccess: () => {
          setSaid(what)
          then?.()
        },
      },
    )
  }
  /** What was pressed may be gone: the focus goes to the button that adds, or to the area. */
  const returnFocus = () =>
    setTimeout(() => {
      const add = area.current?.querySelector<HTMLElement>('[data-add]:not([disabled])')
      ;(add ?? area.current)?.focus()
    })
  const finish = () => {
    setEdited(null)
    returnFocus()
  }
  const form = (at: number) => (
    <QuestionForm
      question={questions[at] ?? null}
      others={questions.filter((_, n) => n !== at).map(({ text }) => text)}
      isSaving={update.isPending}
      onSave={(question) => save(questions.toSpliced(at, 1, question), 'Saved.', finish)}
      onCancel={finish}
    />
  )
  return (
    <Box ref={area} role="group" aria-labelledby={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      <Typography id={heading} variant="h4" component={level}>
        Questions to applicants
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        At most {QUESTIONS_MAX}. Applications that were sent keep their questions and answers.
      </Typography>
      {update.error && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {errorText(update.error, 'The questions could not be saved.')}
        </Alert>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {questions.map((question, at) => (
          <Box component="li" key={question.text} sx={{ borderTop: at > 0 ? 1 : 0, borderColor: 'divider' }}>
            {edited === at ? (
              form(at)
            ) : (
              <QuestionRow
                questions={questions}
                at={at}
                onSave={save}
                onChange={() => setEdited(at)}
                onRemove={() => save(questions.toSpliced(at, 1), 'Removed.', returnFocus)}
              />
            )}
          </Box>
        ))}
      </Box>
      {edited === questions.length && form(edited)}
      {edited === null && (
        <Button
          data-add
          size="small"
          startIcon={<Plus size={16} aria-hidden />}
          disabled={questions.length >= QUESTIONS_MAX}
          onClick={() => setEdited(questions.length)}
          sx={{ mt: 0.5 }}
        >
          Add a Question
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </Box>
  )
}
