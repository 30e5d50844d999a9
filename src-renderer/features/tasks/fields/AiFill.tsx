import { Alert, Box, Button, LinearProgress } from '@mui/material'
import { Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { contract } from '#shared/contract/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { radius, size } from '#ui/look/tokens.ts'

const promptSchema = contract.ai.generateTask.body.shape.prompt

type AiFillProps = {
  label: string
  placeholder: string
  action: string
  isPending: boolean
  /** The error of the last try, or of the prompt itself. */
  failure: string | null
  /** Shown after a successful try. */
  result: ReactNode
  onRun: (prompt: string) => void
  onCancel: () => void
}

/** A prompt with its button, the progress, which can be cancelled, and then the error or who wrote the answer. */
export const AiFill = (props: AiFillProps) => {
  const { label, placeholder, action, isPending, failure, result, onRun, onCancel } = props
  const [prompt, setPrompt] = useState('')
  const [mistake, setMistake] = useState<string>()
  const run = () => {
    if (isPending) return
    const read = promptSchema.safeParse(prompt)
    setMistake(read.success ? undefined : read.error.issues[0]?.message)
    if (read.success) onRun(read.data)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, p: 2, border: 1, borderColor: 'divider', borderRadius: radius.medium }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) auto' },
          alignItems: 'start',
        }}
      >
        <Field
          label={label}
          placeholder={placeholder}
          value={prompt}
          onChange={(event) => {
            setPrompt(event.target.value)
            setMistake(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter sends the prompt, not the form around it.
            event.preventDefault()
            run()
          }}
          error={mistake}
          autoComplete="off"
        />
        {isPending ? (
          <Button variant="outlined" color="inherit" onClick={onCancel} sx={{ mt: { sm: 3.25 }, minHeight: 47 }}>
            Cancel
          </Button>
        ) : (
          <Button
            variant="outlined"
            startIcon={<Sparkles size={16} aria-hidden />}
            onClick={run}
            sx={{ mt: { sm: 3.25 }, minHeight: 47 }}
          >
            {action}
          </Button>
        )}
      </Box>
      {isPending && (
        <Box role="status" sx={{ display: 'grid', gap: 0.75, fontSize: size.small, color: 'text.secondary' }}>
          <LinearProgress aria-label="Writing" />
          Writing… This can take a while; you can keep typing.
        </Box>
      )}
      {!isPending && failure && <Alert severity="error">{failure}</Alert>}
      {!isPending && !failure && result && <Alert severity="success">{result}</Alert>}
    </Box>
  )
}
