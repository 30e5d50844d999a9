import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CsvField, draftsOf, guessColumns } from '../../../../shared/rules/import/csv.ts'
import { type Plan, planOf, statusWordsOf } from '../../../../shared/rules/import/plan.ts'
import type { ReadImport } from '../../../../shared/rules/import/read.ts'
import { membersQuery } from '../../../data/memberships.ts'
import { labelsQuery } from '../queries.ts'

const noNames: ReadonlyMap<string, string> = new Map()
type Choices = {
  /** What each column of a CSV is, where the person has said so. */
  columns: readonly CsvField[] | null
  /** The statuses that the person has chosen for words of the file. */
  statuses: Readonly<Record<string, number>>
}

/** What would be imported of a file by these choices. Null until members and labels of the project are known. */
export const useImportPlan = (projectID: string, read: ReadImport, choices: Choices) => {
  const members = useQuery(membersQuery(projectID))
  const labels = useQuery(labelsQuery(projectID, true))
  const columns = useMemo(
    () => (read.source === 'csv' ? (choices.columns ?? guessColumns(read.table.columns)) : []),
    [read, choices.columns],
  )
  const drafts = useMemo(() => (read.source === 'csv' ? draftsOf(read.table, columns) : read.drafts), [read, columns])
  const words = useMemo(() => statusWordsOf(drafts.tasks), [drafts])
  const plan = useMemo((): Plan | null => {
    if (!members.data || !labels.data) return null
    return planOf(drafts, {
      members: members.data,
      labels: labels.data.map(({ name }) => name),
      statuses: new Map(words.map(({ word, status }) => [word, choices.statuses[word] ?? status])),
      names: read.source === 'trello' ? read.names : noNames,
    })
  }, [drafts, members.data, labels.data, words, choices.statuses, read])
  const failed = [members, labels].find(({ error }) => error)
  return {
    plan,
    columns,
    words,
    labels: drafts.labels,
    members: members.data ?? [],
    error: failed?.error ?? null,
    retry: () => [members, labels].forEach((one) => one.isError && void one.refetch()),
  }
}
