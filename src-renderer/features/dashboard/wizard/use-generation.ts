import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AiSource } from '#shared/contract/index.ts'
import { api } from '#lib/api.ts'
import { type Fields, fieldsOfAnswer, type Values } from './project-form.ts'

/** The form was filled by an AI; `before` has the replaced values. */
type FillUndo = { source: AiSource; before: Fields }

/** Fills the form from the prompt. It can be cancelled while it runs and undone afterwards. */
export const useGeneration = (form: UseFormReturn<Fields, unknown, Values>) => {
  const [filled, setFilled] = useState<FillUndo | null>(null)
  const running = useRef<AbortController | null>(null)
  const fill = (fields: Fields) => form.reset(fields, { keepDefaultValues: true })
  const generate = useMutation({
    mutationFn: async ({ prompt, signal }: { prompt: string; signal: AbortSignal }) => {
      const { data } = await api.ai.generateProject({ body: { prompt } }, { signal })
      // The answer may have arrived just before the person cancelled.
      signal.throwIfAborted()
      return data
    },
    onSuccess: (answer) => {
      const before = form.getValues()
      fill(fieldsOfAnswer(answer, before))
      setFilled({ source: answer.source, before })
    },
  })
  const { mutate, reset } = generate
  const cancel = () => {
    running.current?.abort()
    running.current = null
    reset()
  }
  useEffect(() => () => running.current?.abort(), [])
  return {
    isRunning: generate.isPending,
    error: generate.error,
    filled,
    start: () => {
      const prompt = form.getValues('prompt').trim()
      if (!prompt) {
        reset()
        form.setError('prompt', { message: 'Please enter a project prompt first.' }, { shouldFocus: true })
        return
      }
      form.clearErrors('prompt')
      running.current?.abort()
      running.current = new AbortController()
      setFilled(null)
      mutate({ prompt, signal: running.current.signal })
    },
    cancel,
    undo: () => {
      if (filled) fill(filled.before)
      setFilled(null)
    },
  }
}
export type Generation = ReturnType<typeof useGeneration>
