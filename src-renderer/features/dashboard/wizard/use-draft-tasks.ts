import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { suggestedTasksQuery } from '#data/ai.ts'
import { newKey } from '#lib/new-key.ts'
import type { WizardStep } from '../use-dashboard-view.ts'
import { type DraftTask, mergeSuggestions, ownTask } from './draft-tasks.ts'

/** The tasks of the wizard's second step: the suggested ones, and those of the person's own. */
export const useDraftTasks = (project: ProjectDetails | null, step: WizardStep) => {
  const [tasks, setTasks] = useState<readonly DraftTask[]>([])
  const [seen, setSeen] = useState<unknown>(null)
  const suggestions = useQuery({ ...suggestedTasksQuery(project), enabled: step === 'tasks' && project !== null })
  if (suggestions.data && suggestions.data !== seen) {
    setSeen(suggestions.data)
    setTasks(mergeSuggestions(tasks, suggestions.data.tasks, String(suggestions.dataUpdatedAt)))
  }
  const changeTask = (key: string, change: Partial<DraftTask>) =>
    setTasks((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  /** The title of a task of one's own that is typed and not added yet. */
  const [ownTitle, setOwnTitle] = useState('')
  /** Adds the task of that title, if there is one, and answers all tasks. */
  const addOwn = (): readonly DraftTask[] => {
    const title = ownTitle.trim()
    if (title === '') return tasks
    const all = [...tasks, ownTask(title, newKey())]
    setTasks(all)
    setOwnTitle('')
    return all
  }
  const chooseAll = (isChosen: boolean) =>
    setTasks((all) => all.map((one) => (one.state === 'created' ? one : { ...one, isChosen })))

  return { tasks, changeTask, ownTitle, setOwnTitle, addOwn, chooseAll, suggestions }
}
