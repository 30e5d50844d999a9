import { useState } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { useCollaboratorsView } from '../data/use-collaborators-view.ts'

export const isWaiting = ({ status }: ProjectRequest) => status === requestStatus.pending
const waitingFirst = (a: ProjectRequest, b: ProjectRequest) => Number(isWaiting(b)) - Number(isWaiting(a))
const endOf = ({ answerBy }: ProjectRequest) => (answerBy === null ? Number.POSITIVE_INFINITY : Date.parse(answerBy))
const nearestFirst = (a: ProjectRequest, b: ProjectRequest) => {
  const [first, second] = [endOf(a), endOf(b)]
  return first === second ? waitingFirst(a, b) : first - second
}
/** Applications to the project first, then those to each task side by side, in the order of the tasks' numbers. */
const byTask = (a: ProjectRequest, b: ProjectRequest) => Number(a.task?.taskId ?? 0) - Number(b.task?.taskId ?? 0)
const none: readonly ProjectRequest[] = []

/** The applications in the order of the list, as the address narrows and sorts them, and the one that is opened. */
export const useReceivedList = (
  data: readonly ProjectRequest[] | undefined,
  { openedID, label: filter, isByAnswer }: ReturnType<typeof useCollaboratorsView>,
) => {
  // What is answered here keeps its place, so that the next person's buttons do not come under the pointer.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const asSorted = (request: ProjectRequest): ProjectRequest =>
    answered.has(request.id) ? { ...request, status: requestStatus.pending } : request
  const grouped = (a: ProjectRequest, b: ProjectRequest) => waitingFirst(a, b) || byTask(a, b)
  const inOrder = isByAnswer ? nearestFirst : grouped
  const sorted = (data ?? none).toSorted((a, b) => inOrder(asSorted(a), asSorted(b)))
  return {
    asSorted,
    sorted,
    rows: sorted.filter(({ id, label }) => filter === null || label === filter || id === openedID),
    opened: sorted.find(({ id }) => id === openedID),
    keepPlaces: (ids: readonly string[]) => setAnswered((before) => new Set([...before, ...ids])),
  }
}
