import { Alert, Box, Button, Card, LinearProgress } from '@mui/material'
import { Sparkles, TextCursorInput } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useHasAiService } from '#data/ai-service.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { AiSourceNote } from '#ui/feedback/AiSourceNote.tsx'
import { Field } from '#ui/form/Field.tsx'
import type { Fields, Values } from './project-form.ts'
import type { Generation } from './use-generation.ts'
import { reasonOf } from './wizard-failure.ts'

type PromptBoxProps = {
  form: UseFormReturn<Fields, unknown, Values>
  generation: Generation
  /** Whether the prompt has the focus at first. */
  autoFocus: boolean
}

/** Fills the form from one sentence: an AI service writes all of it, without one only what is certain. It can be undone. */
export const PromptBox = ({ form, generation, autoFocus }: PromptBoxProps) => {
  const { isRunning, error, filled } = generation
  const reason = reasonOf(error)
  const hasAi = useHasAiService()
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Field
        label="AI prompt"
        multiline
        minRows={2}
        maxRows={8}
        autoFocus={autoFocus}
        placeholder="A booking page for our rowing club in React, 10 hours a week, $2,500, by the end of March"
        hint={
          hasAi
            ? 'Say what you need, and we’ll fill in the form below for you to change.'
            : 'Your words become the description. Budget, deadline, weekly hours and skills that you name are filled in.'
        }
        error={form.formState.errors.prompt?.message}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          generation.start()
        }}
        {...form.register('prompt')}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={hasAi ? <Sparkles size={18} aria-hidden /> : <TextCursorInput size={18} aria-hidden />}
          loading={isRunning}
          loadingPosition="start"
          onClick={generation.start}
        >
          {hasAi ? 'Generate with AI' : 'Fill from my words'}
        </Button>
        {isRunning && (
          <Button color="inherit" onClick={generation.cancel}>
            Cancel
          </Button>
        )}
      </Box>
      <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
        {isRunning && (
          <>
            <Box sx={{ typography: 'body2', color: 'text.secondary', mb: 1 }}>Writing your project…</Box>
            <LinearProgress aria-label="Writing your project" />
          </>
        )}
        {filled && (
          <Alert
            severity="success"
            action={
              <Button color="inherit" size="small" onClick={generation.undo}>
                Undo
              </Button>
            }
          >
            <AiSourceNote source={filled.source} />
          </Alert>
        )}
        {error && (
          <Alert severity="error">
            Failed to generate project details. Please try again.
            {reason && (
              <Box component="span" sx={{ display: 'block' }}>
                {reason}
              </Box>
            )}
          </Alert>
        )}
      </Box>
    </Card>
  )
}
