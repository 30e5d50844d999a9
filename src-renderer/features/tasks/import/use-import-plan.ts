import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TaskPriority } from '#shared/contract/task-fields.ts'
import { dayOrderOfTable } from '#shared/rules/import/columns.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import { type Plan, planOf, priorityWordsOf, statusWordsOf } from '#shared/rules/import/plan.ts'
import type { ReadImport } from '#shared/rules/import/read.ts'
import { draftsOf } from '#shared/rules/import/rows.ts'
import type { TableField } from '#shared/rules/import/words/heads.ts'
import { membersQuery } from '#data/memberships.ts'
import { labelsQuery } from '../data/queries.ts'

type Choices = {
  /** What each column of a CSV is, where the person has said so. */
  columns: readonly TableField[] | null
  /** How dates with two readings are read, where the person has said so; 'none' leaves them empty. */
  dayOrder: DayOrder | 'none' | null
  /** What the person has chosen for words of the file. */
  statuses: ReadonlyMap<string, number>
  priorities: ReadonlyMap<string, TaskPriority | null>
  finished: 'completed' | 'asTheyAre'
  archived: 'leftOut' | 'completed'
  zone: string | undefined
}

/** What would be imported of a file by these choices. Null until members and labels of the project are known. */
export const useImportPlan = (projectID: string, read: ReadImport, choices: Choices) => {
  const members = useQuery(membersQuery(projectID))
  const labels = useQuery(labelsQuery(projectID, true))
  const columns = useMemo(() => ('table' in read ? (choices.columns ?? read.columns) : []), [read, choices.columns])
  const dates = useMemo(() => ('table' in read ? dayOrderOfTable(read.table, columns) : null), [read, columns])
  const chosenOrder = choices.dayOrder === 'none' ? undefined : (choices.dayOrder ?? dates?.order)
  const drafts = useMemo(
    () => ('table' in read ? draftsOf(read.table, columns, { order: chosenOrder, zone: choices.zone }) : read.drafts),
    [read, columns, chosenOrder, choices.zone],
  )
  const statusWords = useMemo(() => statusWordsOf(drafts.tasks), [drafts])
  const priorityWords = useMemo(() => priorityWordsOf(drafts.tasks), [drafts])
  const counts = useMemo(
    () => ({
      finished: drafts.tasks.filter(({ isFinished }) => isFinished).length,
      archived: drafts.tasks.filter(({ isArchived }) => isArchived).length,
    }),
    [drafts],
  )
  const plan = useMemo((): Plan | null => {
    if (!members.data || !labels.data) return null
    return planOf(drafts, {
      members: members.data,
      labels: labels.data.map(({ name }) => name),
      statuses: choices.statuses,
      priorities: choices.priorities,
      finished: choices.finished,
      archived: choices.archived,
    })
  }, [drafts, members.data, labels.data, choices.statuses, choices.priorities, choices.finished, choices.archived])
  const failed = [members, labels].find(({ error }) => error)
  return {
    plan,
    counts,
    columns,
    statusWords,
    priorityWords,
    /** Null where the file's dates can be read in one way only. */
    dayOrder: dates?.isAsked ? { order: chosenOrder } : null,
    error: failed?.error ?? null,
    retry: () => [members, labels].forEach((one) => one.isError && void one.refetch()),
  }
}
