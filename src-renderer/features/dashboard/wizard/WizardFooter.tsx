import { Alert, Box, Button } from '@mui/material'
import { ArrowLeft, Check } from 'lucide-react'
import { REQUIRED_TEXT } from '#shared/contract/index.ts'
import type { Wizard } from './use-wizard.ts'
import { failureTexts } from './wizard-failure.ts'

/** The error, in one place beside the buttons. */
const Problem = ({ wizard }: { wizard: Wizard }) => {
  const { errors } = wizard.form.formState
  const isMissing = [errors.title, errors.description].some((error) => error?.message === REQUIRED_TEXT)
  if (isMissing) return <Alert severity="error">{REQUIRED_TEXT}</Alert>
  if (!wizard.failure) return null
  const { title, text } = failureTexts(wizard.failure, wizard.project !== null)
  return (
    <Alert severity="error">
      {title}
      {text && (
        <Box component="span" sx={{ display: 'block' }}>
          {text}
        </Box>
      )}
    </Alert>
  )
}

/** The buttons of a step. All of them are disabled while one action runs. */
export const WizardFooter = ({ wizard }: { wizard: Wizard }) => {
  const { running, generation, step, submit, toCreate } = wizard
  const isDisabled = running !== null || generation.isRunning
  const action = (intent: 'draft' | 'publish') => ({
    disabled: isDisabled && running !== intent,
    loading: running === intent,
    onClick: () => submit(intent),
  })
  /** Back in the first step, the tasks are out of sight, and created all the same. */
  const withTasks = step === 'details' && !generation.isRunning && toCreate > 0
  const sharing = step === 'details' ? { flex: { xs: 1, sm: 'none' } } : {}
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Problem wizard={wizard} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {step === 'tasks' && (
          <Button
            color="inherit"
            startIcon={<ArrowLeft size={18} aria-hidden />}
            disabled={isDisabled}
            onClick={wizard.goBack}
            sx={{ mr: { xs: 'auto', sm: 0 } }}
          >
            Back
          </Button>
        )}
        <Box
          sx={{
            // On a phone this text has a line of its own above the buttons.
            flex: { xs: '1 1 100%', sm: 1 },
            order: { xs: -1, sm: 0 },
            display: { xs: step === 'details' && !generation.isRunning && !withTasks ? 'none' : 'block', sm: 'block' },
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          {generation.isRunning && 'Wait for the text, or cancel it first.'}
          {withTasks && `${toCreate === 1 ? 'One chosen task is' : `${toCreate} chosen tasks are`} created, too.`}
          {step === 'tasks' && (
            <Box component="span" role="status" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Check size={16} aria-hidden />
              Draft saved
            </Box>
          )}
        </Box>
        <Button color="inherit" {...action('draft')} sx={sharing}>
          Save as draft
        </Button>
        <Button variant={step === 'tasks' ? 'contained' : 'outlined'} {...action('publish')} sx={sharing}>
          Publish
        </Button>
        {step === 'details' && (
          <Button
            variant="contained"
            disabled={isDisabled && running !== 'next'}
            loading={running === 'next'}
            onClick={() => submit('next')}
            // On a phone the main button has a line of its own.
            sx={{ flex: { xs: '1 1 100%', sm: 'none' } }}
          >
            Next: suggested tasks
          </Button>
        )}
      </Box>
    </Box>
  )
}
