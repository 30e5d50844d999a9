import { useState } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { toast } from '#lib/toast.ts'
import { countOf } from '../data/labels.ts'
import { useDecide, useDecideMany, type Verdict } from './mutations.ts'
import { type RejectionDraft, useRejectionDrafts } from './rejection-drafts.ts'

type List = {
  /** Who comes after these; to be asked before an answer changes the order. */
  after: (decided: ReadonlySet<string>) => string | null
  /** Called with what was answered, and with the application at which one goes on. */
  onAnswered: (done: readonly string[], next: string | null) => void
}

/** Answering applications, one or several at once: who is selected, who is asked about, and who was refused. */
export const useAnswers = (projectID: string, { after, onAnswered }: List) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  /** Whom the open dialog would reject. */
  const [rejecting, setRejecting] = useState<readonly ProjectRequest[] | null>(null)
  const { draftFor, keepDraft, endDraft } = useRejectionDrafts()
  const decide = useDecide(projectID)
  const rejectOne = useDecide(projectID, { isQuiet: true })
  const many = useDecideMany(projectID)

  const approve = (request: ProjectRequest) => {
    const next = after(new Set([request.id]))
    decide.mutate({ request, accept: true }, { onSuccess: () => onAnswered([request.id], next ?? request.id) })
  }
  const decideChosen = (those: readonly ProjectRequest[], verdict: Verdict) => {
    const ids = those.map(({ id }) => id)
    const next = after(new Set(ids))
    many.mutate(
      { ids, ...verdict },
      {
        onSuccess: ({ data: outcomes }) => {
          const kept = outcomes.filter(({ isDone }) => !isDone)
          setRefused(new Map(kept.map(({ id, reason }) => [id, reason ?? 'Please try again.'])))
          const left = kept.map(({ id }) => id)
          setSelected(new Set(left))
          if (!verdict.accept) endDraft(ids, left)
          setRejecting(null)
          const done = outcomes.length - kept.length
          const what = verdict.accept ? 'accepted' : 'rejected'
          const text = `${done} of ${countOf(outcomes.length, 'request')} ${what}.`
          toast(text, kept.length === 0 ? 'success' : 'error')
          onAnswered(
            ids.filter((id) => !left.includes(id)),
            next ?? ids[0] ?? null,
          )
        },
      },
    )
  }
  const reject = (verdict: Verdict) => {
    const [first] = rejecting ?? []
    if (!rejecting || !first) return
    if (rejecting.length > 1) return decideChosen(rejecting, verdict)
    const next = after(new Set([first.id]))
    rejectOne.mutate(
      { request: first, ...verdict },
      {
        onSuccess: () => {
          endDraft([first.id], [])
          setRejecting(null)
          onAnswered([first.id], next ?? first.id)
        },
      },
    )
  }
  const askToReject = (those: readonly ProjectRequest[]) => {
    rejectOne.reset()
    many.reset()
    setRejecting(those)
  }
  const isPending = (id: string) =>
    (decide.isPending && decide.variables.request.id === id) ||
    (rejectOne.isPending && rejectOne.variables.request.id === id) ||
    (many.isPending && many.variables.ids.includes(id))
  const isOfSeveral = (rejecting?.length ?? 0) > 1
  const ids = (rejecting ?? []).map(({ id }) => id)

  return {
    approve,
    decideChosen,
    askToReject,
    isPending,
    refused,
    selected,
    select: ({ id }: ProjectRequest, isSelected: boolean) =>
      setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id))),
    clear: () => setSelected(new Set()),
    many: { isPending: many.isPending, error: rejecting ? null : many.error },
    rejection: {
      of: rejecting ?? [],
      reject,
      isPending: rejectOne.isPending || many.isPending,
      error: isOfSeveral ? many.error : rejectOne.error,
      draft: draftFor(ids),
      keepDraft: (draft: RejectionDraft) => rejecting && keepDraft(ids, draft),
      close: () => setRejecting(null),
    },
  }
}
