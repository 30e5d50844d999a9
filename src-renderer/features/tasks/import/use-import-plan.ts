import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { membersQuery } from '#data/memberships.ts'
import { labelsQuery } from '../data/queries.ts'
import type { OpenReader } from './open-reader.ts'
import type { Here, PlanChoices, Preview } from './reader.ts'

type Asked = { reading: number; choices: PlanChoices; here: Here }

/**
 * What would be imported of a file by these choices. `preview` is that of the choices before until the reader has answered, and null
 * until the first answer; `isCurrent` says that it is that of these choices.
 */
export const useImportPlan = (projectID: string, reader: OpenReader, reading: number, choices: PlanChoices) => {
  const members = useQuery(membersQuery(projectID))
  const labels = useQuery(labelsQuery(projectID, true))
  const { columns, dayOrder, statuses, priorities, finished, archived, zone } = choices
  const asked = useMemo((): Asked | null => {
    if (!members.data || !labels.data) return null
    return {
      reading,
      choices: { columns, dayOrder, statuses, priorities, finished, archived, zone },
      here: {
        members: members.data.map(({ userID, username, name, email }) => ({ userID, username, name, email })),
        labels: labels.data.map(({ name }) => name),
      },
    }
  }, [reading, columns, dayOrder, statuses, priorities, finished, archived, zone, members.data, labels.data])
  const [answer, setAnswer] = useState<{ to: Asked; preview: Preview } | null>(null)
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
  const failed = [members, labels].find(({ error }) => error)
  return {
    preview: answer?.preview ?? null,
    isCurrent: answer !== null && answer.to === asked,
    /** Why the reader gave no plan. */
    broken,
    error: failed?.error ?? null,
    retry: () => [members, labels].forEach((one) => one.isError && void one.refetch()),
  }
}
