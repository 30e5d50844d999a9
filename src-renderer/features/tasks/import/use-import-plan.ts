import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { membersQuery } from '#data/memberships.ts'
import { labelsQuery } from '../data/queries.ts'
import type { OpenReader } from './open-reader.ts'
import type { Here, PlanChoices, Preview } from './reader.ts'

type PlanInput = { reading: number; choices: PlanChoices; here: Here }
type PlanOptions = {
  projectID: string
  reader: OpenReader
  reading: number
  choices: PlanChoices
  /** Whether the plan is being sent. */
  isSending: boolean
}

/**
 * What would be imported of a file by these choices. `preview` is that of the choices before until the reader has answered, and null
 * until the first answer; `isCurrent` says that it is that of these choices. From the first sending on it is planned for the project as
 * it was then.
 */
export const useImportPlan = ({ projectID, reader, reading, choices, isSending }: PlanOptions) => {
  const members = useQuery(membersQuery(projectID))
  const labels = useQuery(labelsQuery(projectID, true))
  const hasStages = useCapability('stages', true)
  const stages = useQuery({
    ...query('stages.list', { params: { id: projectID } }, { select: dataOf }),
    enabled: hasStages,
  })
  const board = useQuery(projectTasksQuery(projectID))
  const busy = [...new Set((board.data ?? []).map(({ status }) => status))].toSorted().join(' ')
  const { columns, dayOrder, statuses, priorities, finished, archived, lists, zone } = choices
  const here = useMemo((): Here | null => {
    if (!members.data || !labels.data || (hasStages && !stages.data)) return null
    return {
      members: members.data.map(({ userID, username, name, email }) => ({ userID, username, name, email })),
      labels: labels.data.map(({ name }) => name),
      stages: stages.data
        ? {
            existing: stages.data.stages.map(({ name, status }) => ({ name, status })),
            busy: busy === '' ? [] : busy.split(' ').map(Number),
          }
        : null,
    }
  }, [members.data, labels.data, hasStages, stages.data, busy])
  // What the import itself adds to the board must not change its plan: a second try sends the same parts.
  const [frozen, setFrozen] = useState<Here | null>(null)
  if (isSending && !frozen && here) setFrozen(here)
  const known = frozen ?? here
  const asked = useMemo(
    (): PlanInput | null =>
      known && {
        reading,
        choices: { columns, dayOrder, statuses, priorities, finished, archived, lists, zone },
        here: known,
      },
    [reading, columns, dayOrder, statuses, priorities, finished, archived, lists, zone, known],
  )
  const [answer, setAnswer] = useState<{ to: PlanInput; preview: Preview } | null>(null)
  const [broken, setBroken] = useState<Error | null>(null)
  useEffect(() => {
    if (!asked) return
    let isWanted = true
    reader.plan(asked.reading, asked.choices, asked.here).then(
      (preview) => isWanted && preview && setAnswer({ to: asked, preview }),
      (error: Error) => isWanted && setBroken(error),
    )
    return () => {
      isWanted = false
    }
  }, [reader, asked])
  const failed = [members, labels, stages].find(({ error }) => error)
  return {
    preview: answer?.preview ?? null,
    isCurrent: answer !== null && answer.to === asked,
    /** Why the reader gave no plan. */
    broken,
    error: failed?.error ?? null,
    retry: () => [members, labels, stages].forEach((one) => one.isError && void one.refetch()),
  }
}
