import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { NewSubmission, Reviewed, Submission, Task } from '#shared/contract/index.ts'
import { contract } from '#shared/contract/index.ts'
import { nameOf } from '#shared/rules/person.ts'
import { dataOf, query, withData } from '#data/query.ts'
import { rewardQuery } from '#data/rewards.ts'
import { writeTask } from '#data/tasks.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { newerTask } from '#data/stale-task.ts'

/** All rounds of a task's review, newest first; asked only where the server has reviews. */
export const submissionsQuery = (taskID: string, isWanted: boolean) =>
  query('submissions.list', { params: { id: taskID } }, { select: dataOf, enabled: isWanted })

/** Writes a round and its task wherever the cache shows them. What the task's reward waits for now is asked again. */
const writeReviewed = (client: QueryClient, { submission, task }: Reviewed): void => {
  writeTask(client, task)
  void client.refetchQueries({ queryKey: rewardQuery(task.id, true).queryKey, type: 'active' })
  client.setQueryData(submissionsQuery(task.id, true).queryKey, (answer) =>
    withData(answer, (rounds) => [submission, ...rounds.filter(({ round }) => round !== submission.round)]),
  )
}

const reviewedSchema = contract.submissions.accept.response.shape.data
/** The round and its task as they are now, from a refusal that says that somebody else has answered; else null. */
export const newerReview = (error: unknown): Reviewed | null => {
  if (!isApiError(error) || error.status !== 409) return null
  const newer = reviewedSchema.safeParse(error.newer)
  return newer.success ? newer.data : null
}

/** Hands in a task. */
export const useSubmitTask = (taskID: string) => {
  const client = useQueryClient()
  return useCall('submissions.create', {
    input: (body: NewSubmission) => ({ params: { id: taskID }, body }),
    onSuccess: ({ data }) => writeReviewed(client, data),
    onError: (error) => {
      const newer = newerTask(error)
      if (newer) writeTask(client, newer)
    },
    isStaleAfter: (error) => isApiError(error) && [403, 404, 409].includes(error.status),
    refetch: 'none',
  })
}

type Answer = { act: 'accept' | 'withdraw' | 'changes'; text?: string }

/** Answers or withdraws a round. A refusal brings what somebody else has answered since. */
export const useAnswerRound = (task: Pick<Task, 'id'>, round: number) => {
  const client = useQueryClient()
  const params = { id: task.id, n: round }
  return useCall(({ act }: Answer) => `submissions.${act}` as const, {
    input: ({ act, text = '' }) => (act === 'changes' ? { params, body: { text } } : { params, body: {} }),
    onSuccess: ({ data }) => writeReviewed(client, data),
    onError: (error) => {
      const newer = newerReview(error)
      if (newer) writeReviewed(client, newer)
    },
    isStaleAfter: (error) => isApiError(error) && [403, 404, 409].includes(error.status),
    refetch: 'none',
  })
}

/** What became of a round, with who did it: 'Lena Vogt accepted round 2'. */
export const outcomeSentence = ({ state, round, answeredByUsername: username, answeredByName: name }: Submission) => {
  const who = username === null ? 'Somebody' : nameOf({ username, name })
  if (state === 'accepted') return `${who} accepted round ${round}`
  if (state === 'changes') return `${who} requested changes to round ${round}`
  return state === 'withdrawn' ? `${who} withdrew round ${round}` : `Round ${round}, waiting for review`
}
