import { Box, Button, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { oneLine } from '#shared/contract/common.ts'
import { type Question, QUESTION_MAX, type QuestionKind, questionKinds } from '#shared/contract/questions.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'

export const kindLabels: Readonly<Record<QuestionKind, string>> = {
  short: 'Short answer',
  long: 'Long answer',
  link: 'Link',
}

const empty: Question = { text: '', kind: 'short', isRequired: false }

type QuestionFormProps = {
  /** The question that is changed; null for a new one. */
  question: Question | null
  /** The texts of the others: no two may be alike. */
  others: readonly string[]
  isSaving: boolean
  onSave: (question: Question) => void
  onCancel: () => void
}

/** The fields of one question. */
export const QuestionForm = ({ question, others, isSaving, onSave, onCancel }: QuestionFormProps) => {
  const [typed, setTyped] = useState(question ?? empty)
  const [problem, setProblem] = useState<string>()
  const save = () => {
    const text = oneLine(typed.text)
    if (isSaving) return
    if (text === '') return setProblem('Please write a question.')
    if (text.length > QUESTION_MAX) return setProblem(`A question has at most ${QUESTION_MAX} characters.`)
    if (others.includes(text)) return setProblem('You ask this already.')
    onSave({ ...typed, text })
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={question ? 'Change the question' : 'New question'}
      onSubmit={(event) => {
        event.preventDefault()
        // The wizard around it is a form, too.
        event.stopPropagation()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', py: 1.5 }}
    >
      <Field
        label="Question"
        autoFocus
        value={typed.text}
        onChange={({ target }) => {
          setProblem(undefined)
          setTyped({ ...typed, text: target.value })
        }}
        error={problem}
        hint={<CharacterCount count={typed.text.length} max={QUESTION_MAX} />}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <TextField
          select
          size="small"
          label="Answer"
          value={typed.kind}
          onChange={({ target }) => setTyped({ ...typed, kind: target.value as QuestionKind })}
          sx={{ minWidth: 160 }}
        >
          {questionKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kindLabels[kind]}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={
            <Checkbox
              checked={typed.isRequired}
              onChange={(_event, isRequired) => setTyped({ ...typed, isRequired })}
            />
          }
          label="Needs an answer"
        />
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          <Button size="small" color="inherit" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="small" type="submit" variant="contained" loading={isSaving}>
            Save Question
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
