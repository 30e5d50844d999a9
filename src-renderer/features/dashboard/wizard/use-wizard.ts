import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Location } from 'react-router-dom'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { publishProject } from '#shared/api-client/project-calls.ts'
import { projectDraftChange, projectDraftOf } from '#shared/rules/project-draft.ts'
import { suggestedTasksQuery } from '#data/ai.ts'
import { writeProject } from '#data/projects.ts'
import { markStale } from '#data/use-call.ts'
import { api } from '#lib/api.ts'
import { track } from '#lib/analytics.ts'
import { choose, type ConfirmQuestion } from '#lib/confirm.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { navigateTo } from '#lib/navigation.ts'
import { newKey } from '#lib/new-key.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { useWrite } from '#lib/use-write.ts'
import { useDeleteDraft } from '../mutations.ts'
import type { ProjectTab } from '../project-tabs.ts'
import { type DashboardView, wizardOf, type WizardStep } from '../use-dashboard-view.ts'
import { createTasks } from './create-tasks.ts'
import { type DraftTask, isToCreate, isUnsaved, mergeSuggestions, ownTask } from './draft-tasks.ts'
import {
  draftFieldNames,
  draftOf,
  emptyFields,
  type Fields,
  fieldsOf,
  type Values,
  wizardForm,
} from './project-form.ts'
import { saveOnce, type UncertainTries } from './uncertain-draft.ts'
import { TasksNotCreated } from './wizard-failure.ts'
import { useGeneration } from './use-generation.ts'

/** The action of a person who leaves a step forwards. */
export type Intent = 'next' | 'draft' | 'publish'
type Sent = { intent: Intent; values: Values; fields: Fields; tasks: readonly DraftTask[] }

const leaveQuestion = (losesSomething: boolean): ConfirmQuestion => ({
  title: 'Keep the draft?',
  text: losesSomething
    ? 'The project is saved as a draft. What you did since, and the suggested tasks, are not.'
    : 'The project is saved as a draft. Continue it any time, or delete it now.',
  confirmLabel: 'Keep as draft',
  otherLabel: 'Delete draft',
  cancelLabel: 'Keep editing',
})

const leavesWizard = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || wizardOf(from) !== wizardOf(to)

/** The wizard's state and actions. `source` is the draft that it was opened with. */
export const useWizard = (source: ProjectDetails | null, view: DashboardView, step: WizardStep) => {
  const client = useQueryClient()
  /** Writes the saved project wherever the cache shows it; lists that may show it are read again. */
  const showProject = (saved: ProjectDetails) => {
    writeProject(client, saved)
    void markStale(client, 'projects.update', { projectID: saved.id })
  }
  const form = useForm<Fields, unknown, Values>({
    resolver: zodResolver(wizardForm),
    defaultValues: source ? fieldsOf(source) : emptyFields,
  })
  const generation = useGeneration(form)
  /** The project as the server has it; null until it is created. */
  const [project, setProject] = useState(source)
  const [tasks, setTasks] = useState<readonly DraftTask[]>([])
  const [seen, setSeen] = useState<unknown>(null)
  const [exit, setExit] = useState<ProjectTab | null>(null)
  const isRunning = useRef(false)
  const uncertain: UncertainTries = useRef(null)
  /** Whether the wizard is still open: a later answer must not open it again. */
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

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

  /** Creates the project, or updates it to the form; sends nothing when they are equal. */
  const save = async ({ values, fields, tasks: all }: Sent): Promise<ProjectDetails> => {
    const draft = draftOf(values, all, project)
    const isSame =
      project &&
      JSON.stringify(projectDraftChange(draft)) === JSON.stringify(projectDraftChange(projectDraftOf(project)))
    if (isSame) return project
    const saved = await saveOnce(client, uncertain, draft, project?.id ?? null)
    setProject(saved)
    // Text that was typed during the call is not saved yet.
    form.reset(fields, { keepValues: true })
    showProject(saved)
    // From now on the address names this draft, so that a reload continues it instead of creating another.
    if (!project && isOpen.current) view.showStep(saved.id, step)
    return saved
  }
  const flow = useWrite({
    mutationFn: async (sent: Sent) => {
      const saved = await save(sent)
      if (sent.intent === 'next') return saved
      // What was chosen in the second step counts in the first one, too, to which a person may have gone back.
      const failed = await createTasks(saved.id, sent.tasks, changeTask)
      if (failed > 0) throw new TasksNotCreated(failed)
      return sent.intent === 'publish' ? publishProject(api, saved.id) : saved
    },
    onSuccess: (saved, { intent }) => {
      if (intent === 'next' && isOpen.current) return view.showStep(saved.id, 'tasks')
      showProject(saved)
      if (intent === 'publish') track('project_published', { projectID: saved.id })
      toast(
        intent === 'publish'
          ? `“${saved.title}” is published. People find it on the market now.`
          : `“${saved.title}” is saved as a draft.`,
        'success',
        { action: { label: 'Open', run: () => navigateTo(paths.project(saved.id)) } },
      )
      setExit(intent === 'publish' ? 'active' : 'drafts')
    },
    onError: (error) => {
      // Each task that failed shows why.
      if (error instanceof TasksNotCreated && step === 'details' && project && isOpen.current)
        return view.showStep(project.id, 'tasks')
      // An error about a field is shown beside the field and not repeated below.
      if (step === 'details' && showFieldErrors<Fields>(error, draftFieldNames, form.setError)) flow.reset()
    },
    onSettled: () => {
      isRunning.current = false
      if (project) void markStale(client, 'tasks.create', { projectID: project.id }, 'none')
    },
  })

  const removeDraft = useDeleteDraft()
  const hasUnsaved = form.formState.isDirty || tasks.some(isUnsaved) || ownTitle.trim() !== ''
  /** After the first save there is a draft, which a person who leaves can keep or delete. */
  const askToLeave = async (): Promise<boolean> => {
    if (!project) return confirmDiscard()
    const choice = await choose(leaveQuestion(hasUnsaved || tasks.some(isToCreate)))
    if (choice !== 'other') return choice === 'confirmed'
    return removeDraft.mutateAsync(project).then(
      () => true,
      () => false,
    )
  }
  const isNewDraft = project !== null && (step === 'tasks' || source === null)
  const isOpenStill = exit === null
  useUnsavedChanges(
    hasUnsaved && isOpenStill,
    leavesWizard,
    isNewDraft ? askToLeave : confirmDiscard,
    (hasUnsaved || isNewDraft) && isOpenStill,
  )
  const finish = useEffectEvent(view.finishWizard)
  useEffect(() => {
    if (exit) finish(exit)
  }, [exit])

  const submit = (intent: Intent) => {
    if (isRunning.current || generation.isRunning) return
    isRunning.current = true
    void form.handleSubmit(
      (values) =>
        // Somebody who goes on from the tasks, or ends here, means the one that is typed, too.
        flow.mutate({
          intent,
          values,
          fields: form.getValues(),
          tasks: step === 'details' && intent === 'next' ? tasks : addOwn(),
        }),
      () => {
        isRunning.current = false
        flow.reset()
        if (project && step === 'tasks') view.showStep(project.id, 'details')
      },
    )()
  }
  return {
    form,
    generation,
    project,
    step,
    tasks,
    changeTask,
    ownTitle,
    setOwnTitle,
    addOwn,
    chooseAll,
    /** How many tasks 'Save as draft' and 'Publish' create. */
    toCreate: tasks.filter(isToCreate).length + (ownTitle.trim() === '' ? 0 : 1),
    suggestions,
    submit,
    /** The action that runs now. */
    running: flow.isPending ? flow.variables.intent : null,
    failure: flow.isError ? { intent: flow.variables.intent, error: flow.error } : null,
    goBack: () => {
      flow.reset()
      if (project) view.showStep(project.id, 'details')
    },
  }
}
export type Wizard = ReturnType<typeof useWizard>
