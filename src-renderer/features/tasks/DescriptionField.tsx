import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import type { AiSource, Task } from '../../../shared/contract/index.ts'
import { api, isApiError } from '../../lib/api.ts'
import { isSubmitKey } from '../../lib/submit-key.ts'
import { AiSourceNote } from '../../ui/AiSourceNote.tsx'
import { Field } from '../../ui/Field.tsx'
import { AiFill } from './AiFill.tsx'
import { useAiCall } from './use-ai-call.ts'

type DescriptionFieldProps = {
  task: Task
  value: string
  onChange: (description: string) => void
  onSubmit: () => void
  mayEdit: boolean
  error?: string | undefined
}

/** The description, and for owners and admins a way to have it rewritten; what comes back is saved with the rest, or undone. */
export const DescriptionField = ({ task, value, onChange, onSubmit, mayEdit, error }: DescriptionFieldProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const [written, setWritten] = useState<{ source: AiSource; before: string } | null>(null)
  // What is typed while the AI writes is what Undo brings back.
  const current = useRef(value)
  useEffect(() => {
    current.current = value
  }, [value])
  const ai = useAiCall(
    async (enhancementPrompt: string, signal) =>
      (await api.ai.enhanceDescription({ params: { id: task.id }, body: { enhancementPrompt } }, { signal })).data,
  )
  const failure = ai.error
    ? isApiError(ai.error)
      ? ai.error.message
      : 'Failed to enhance task description. Please try again.'
    : null
  return (
    <>
      <Field
        label="Description"
        multiline
        minRows={4}
        maxRows={12}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (isSubmitKey(event)) onSubmit()
        }}
        readOnly={!mayEdit}
        error={error}
        hint={
          mayEdit
            ? !isAsking && (
                <Button size="small" onClick={() => setIsAsking(true)} sx={{ ml: -0.5 }}>
                  Improve with AI…
                </Button>
              )
            : 'Only owners and admins can change the description.'
        }
      />
      {mayEdit && isAsking && (
        <AiFill
          label="How to improve the description"
          placeholder="Shorter, as a checklist, …"
          action="Improve"
          isPending={ai.isPending}
          failure={failure}
          result={
            written && (
              <>
                The description was rewritten; it is not saved yet. <AiSourceNote source={written.source} />{' '}
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    onChange(written.before)
                    setWritten(null)
                  }}
                >
                  Undo
                </Button>
              </>
            )
          }
          onRun={(prompt) =>
            ai.mutate(prompt, {
              onSuccess: ({ description, source }) => {
                setWritten({ source, before: current.current })
                onChange(description)
              },
            })
          }
          onCancel={ai.cancel}
        />
      )}
    </>
  )
}
