import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Location } from 'react-router-dom'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { publishProject } from '#shared/api-client/project-calls.ts'
import { projectDraftChange, projectDraftOf } from '#shared/rules/project-draft.ts'
import { writeProject } from '#data/projects.ts'
import { markStale } from '#data/use-call.ts'
import { api } from '#lib/api.ts'
import { track } from '#lib/analytics.ts'
import { choose, type ConfirmQuestion } from '#lib/confirm.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { navigateTo } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { useWrite } from '#lib/use-write.ts'
import { useDeleteDraft } from '../mutations.ts'
import type { ProjectTab } from '../project-tabs.ts'
import { type DashboardView, wizardOf, type WizardStep } from '../use-dashboard-view.ts'
import { createTasks } from './create-tasks.ts'
import { type DraftTask, isToCreate, isUnsaved } from './draft-tasks.ts'
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
import { useDraftTasks } from './use-draft-tasks.ts'
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

type Leaving = {
  /** The project as the server has it. */
  draft: ProjectDetails | null
  /** Whether it became a draft here: then a person who leaves is asked whether to keep it. */
  isNew: boolean
  hasUnsaved: boolean
  losesSomething: boolean
  isOver: boolean
}

/** Asks before the wizard is left: after the first save there is a draft, which one can keep or delete. */
const useLeaving = ({ draft, isNew, hasUnsaved, losesSomething, isOver }: Leaving) => {
  const removeDraft = useDeleteDraft()
  const askToLeave = async (): Promise<boolean> => {
    if (!draft) return confirmDiscard()
    const choice = await choose(leaveQuestion(losesSomething))
    if (choice !== 'other') return choice === 'confirmed'
    return removeDraft.mutateAsync(draft).then(
      () => true,
      () => false,
    )
  }
  useUnsavedChanges(
    hasUnsaved && !isOver,
    leavesWizard,
    isNew ? askToLeave : confirmDiscard,
    (hasUnsaved || isNew) && !isOver,
  )
}

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

  const { tasks, changeTask, addOwn, ownTitle, ...drafts } = useDraftTasks(project, step)

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
      const failed = await createTasks(saved, sent.tasks, changeTask)
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

  const hasUnsaved = form.formState.isDirty || tasks.some(isUnsaved) || ownTitle.trim() !== ''
  useLeaving({
    draft: project,
    isNew: project !== null && (step === 'tasks' || source === null),
    hasUnsaved,
    losesSomething: hasUnsaved || tasks.some(isToCreate),
    isOver: exit !== null,
  })
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
    addOwn,
    ownTitle,
    ...drafts,
    /** How many tasks 'Save as draft' and 'Publish' create. */
    toCreate: tasks.filter(isToCreate).length + (ownTitle.trim() === '' ? 0 : 1),
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
