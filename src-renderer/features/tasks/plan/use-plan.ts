import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AiSource } from '#shared/contract/index.ts'
import { suggestTasks } from '#shared/api-client/project-calls.ts'
import type { PastedTask } from '#shared/rules/pasted-list.ts'
import { api } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { useAiCall } from '../fields/use-ai-call.ts'
import { countToAsk, mergePlan, type PlanLine } from './plan-lines.ts'

type State = {
  lines: readonly PlanLine[]
  /** The titles that were thrown away, which come back in no round. */
  thrown: readonly string[]
  /** The last round had nothing that was not known. */
  isNothingNew: boolean
}

/** The lines of a plan, and the calls that suggest them. The first round begins by itself. */
export const usePlan = (projectID: string) => {
  const [{ lines, thrown, isNothingNew }, setState] = useState<State>({ lines: [], thrown: [], isNothingNew: false })
  const [source, setSource] = useState<AiSource | null>(null)
  const rounds = useRef(0)
  const call = useAiCall((maxTasks: number, signal: AbortSignal) => suggestTasks(api, projectID, { signal, maxTasks }))
  const suggest = () =>
    call.mutate(countToAsk(lines, thrown), {
      onSuccess: ({ tasks, source: writer }) => {
        const round = `round ${(rounds.current += 1)}`
        setSource(writer)
        setState((now) => {
          const next = mergePlan(now.lines, tasks, now.thrown, round)
          return { ...now, lines: next, isNothingNew: !next.some(({ key }) => key.startsWith(round)) }
        })
      },
    })
  const begin = useEffectEvent(suggest)
  useEffect(() => begin(), [])
  const setLines = useCallback(
    (change: (lines: readonly PlanLine[]) => readonly PlanLine[]) =>
      setState((now) => ({ ...now, lines: change(now.lines) })),
    [],
  )
  return {
    lines,
    source,
    isNothingNew,
    suggest,
    isSuggesting: call.isPending,
    error: call.error,
    cancel: call.cancel,
    isDirty: thrown.length > 0 || lines.some(({ isOwn, isChosen }) => isOwn || isChosen),
    change: useCallback(
      (key: string, change: Partial<PlanLine>) =>
        setLines((now) => now.map((line) => (line.key === key ? { ...line, ...change } : line))),
      [setLines],
    ),
    throwAway: useCallback(
      (key: string) =>
        setState((now) => ({
          ...now,
          lines: now.lines.filter((line) => line.key !== key),
          thrown: [...now.thrown, ...now.lines.filter((line) => line.key === key).map(({ title }) => title)],
        })),
      [],
    ),
    add: (tasks: readonly PastedTask[]) =>
      setLines((now) => [
        ...now,
        ...tasks.map(({ title, description }) => ({
          key: newKey(),
          title,
          description: description === title ? '' : description,
          isChosen: true,
          isOwn: true,
        })),
      ]),
    /** Leaves out the last `count` chosen lines, which are tasks now. */
    dropMade: (count: number) =>
      setLines((now) => {
        const chosen = now.filter(({ isChosen }) => isChosen)
        const made = new Set(chosen.slice(chosen.length - count))
        return now.filter((line) => !made.has(line))
      }),
  }
}
