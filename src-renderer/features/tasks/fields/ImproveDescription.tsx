import { Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { AiSource } from '#shared/contract/index.ts'
import { api, isApiError } from '#lib/api.ts'
import { AiSourceNote } from '#ui/feedback/AiSourceNote.tsx'
import { AiFill } from './AiFill.tsx'
import { useAiCall } from './use-ai-call.ts'

type ImproveDescriptionProps = { taskID: string; value: string; onChange: (description: string) => void }

/** Has a task's description rewritten by the AI. The new text is saved as if it had been typed, or undone. */
export const ImproveDescription = ({ taskID, value, onChange }: ImproveDescriptionProps) => {
  const [written, setWritten] = useState<{ source: AiSource; before: string } | null>(null)
  // Undo restores this text, with what was typed while the AI was writing.
  const current = useRef(value)
  useEffect(() => {
    current.current = value
  }, [value])
  const ai = useAiCall(
    async (enhancementPrompt: string, signal) =>
      (await api.ai.enhanceDescription({ params: { id: taskID }, body: { enhancementPrompt } }, { signal })).data,
  )
  const failure = ai.error
    ? isApiError(ai.error)
      ? ai.error.message
      : 'Failed to enhance task description. Please try again.'
    : null
  return (
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
  )
}
