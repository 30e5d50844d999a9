import { Alert, Button } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { z } from 'zod'
import { type AiSource, type ProjectRole, REQUIRED_TEXT, type Task } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useHasAiService } from '#data/ai-service.ts'
import { templatesQuery } from '#data/templates.ts'
import { api, isApiError } from '#lib/api.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { AiSourceNote } from '#ui/feedback/AiSourceNote.tsx'
import { DialogForm, FormButtons } from '#ui/form/FormDialog.tsx'
import { AiFill } from '../fields/AiFill.tsx'
import { FromTemplate } from '../templates/FromTemplate.tsx'
import { useCreateTask } from '../data/mutations.ts'
import { bodyOfNew, noMoreValues } from '../data/more-form.ts'
import { shownErrors, taskForm, type TaskFormValues } from '../data/task-form.ts'
import { TaskFormFields } from '../fields/TaskFormFields.tsx'
import { useNewOffer } from '../offer/use-new-offer.tsx'
import { valuesOfTemplate } from '../templates/template-fill.ts'
import { useAiCall } from '../fields/use-ai-call.ts'
import { useLeavingDialog } from './use-leaving-dialog.ts'

/**
 * The text of a failed AI call. There are own texts for 401, 429 and 500; else the server's message is used, or a
 * general one.
 */
const aiFailure = (error: unknown): string | null => {
  if (!error) return null
  const fallback = 'Failed to generate task details. Please try again.'
  if (!isApiError(error)) return fallback
  const hasOwnText = error.status === 401 || error.status === 429 || error.status >= 500
  return hasOwnText ? error.message : error.serverMessage || fallback
}

/** What a board's column hands on to the form. */
const beginning = z.object({
  begin: z.object({ status: z.int().min(0).max(5), stageID: z.int().optional(), templateID: z.string() }).optional(),
})

type CreateTaskFormProps = {
  projectID: string
  role: ProjectRole
  onCancel: () => void
  onCreated: (task: Task) => void
}

export const CreateTaskForm = ({ projectID, role, onCancel, onCreated }: CreateTaskFormProps) => {
  const create = useCreateTask(projectID)
  const client = useQueryClient()
  const { state } = useLocation() as { state: unknown }
  const [begun] = useState(() => {
    const { status, stageID, templateID } = beginning.catch({}).parse(state).begin ?? {}
    // Anyone who chose it has just read it in a menu; after a reload the form is empty.
    const known = client.getQueryData(templatesQuery(projectID, true).queryKey)?.data
    return { status, stageID, template: known?.find(({ id }) => id === templateID) ?? null }
  })
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(taskForm),
    defaultValues: {
      title: '',
      description: '',
      assignee: null,
      ...noMoreValues,
      ...(begun.template && valuesOfTemplate(begun.template)),
      status: begun.status ?? taskStatus.assigned,
      stageID: begun.stageID ?? null,
    },
  })
  const { handleSubmit, formState, getValues, setValue, setError } = form
  const { errors, isDirty } = formState
  const hasAi = useHasAiService()
  const newOffer = useNewOffer(projectID, role)
  const leave = useLeavingDialog(isDirty || newOffer.isDirty, onCreated)
  const [isAtOffer, setIsAtOffer] = useState(false)
  const [filled, setFilled] = useState<{
    source: AiSource
    before: Pick<TaskFormValues, 'title' | 'description'>
  } | null>(null)
  const ai = useAiCall(
    async (prompt: string, signal) => (await api.ai.generateTask({ body: { prompt } }, { signal })).data,
  )

  const fill = (values: Pick<TaskFormValues, 'title' | 'description'>) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('title', values.title, options)
    setValue('description', values.description, options)
  }
  const generate = (prompt: string) =>
    ai.mutate(prompt, {
      onSuccess: ({ source, title, description }) => {
        const before = { title: getValues('title'), description: getValues('description') }
        setFilled({ source, before })
        fill({ title: title || before.title, description })
      },
    })
  const submit = handleSubmit(async (values) => {
    if (create.isPending || leave.isLeaving) return
    const { title, description, status, stageID, assignee, ...more } = values
    const offer = await newOffer.read()
    if (offer === null) return
    const rest = { ...bodyOfNew(more), ...(stageID !== null && { stageID }), ...offer }
    create.mutate(
      { title, description, status, assignee, more: rest },
      {
        onSuccess: ({ data }) => leave.with(data),
        onError: (error) => {
          showFieldErrors(error, shownErrors, setError)
          setIsAtOffer(newOffer.showRefusal(error))
        },
      },
    )
  })
  const isMissing = errors.title?.message === REQUIRED_TEXT || errors.description?.message === REQUIRED_TEXT
  const isAtFields = shownErrors.some((name) => errors[name])
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <FormButtons onCancel={onCancel} isPending={create.isPending} canCancel>
          Create Task
        </FormButtons>
      }
    >
      <FromTemplate form={form} projectID={projectID} begun={begun.template} />
      <AiFill
        label="AI prompt"
        placeholder="What is to be done, in a few words"
        action={hasAi ? 'Generate' : 'Fill from my words'}
        isPending={ai.isPending}
        failure={aiFailure(ai.error)}
        result={
          filled && (
            <>
              <strong>Task details generated successfully!</strong> <AiSourceNote source={filled.source} />{' '}
              {(filled.before.title || filled.before.description) && (
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    fill(filled.before)
                    setFilled(null)
                  }}
                >
                  Undo
                </Button>
              )}
            </>
          )
        }
        onRun={generate}
        onCancel={ai.cancel}
      />
      {isMissing && <Alert severity="error">{REQUIRED_TEXT}</Alert>}
      {create.isError && !isAtFields && !isAtOffer && (
        <Alert severity="error">{errorText(create.error, 'Failed to create task')}</Alert>
      )}
      <TaskFormFields form={form} projectID={projectID} role={role} task={null} onSubmit={submit} />
      {newOffer.fields}
    </DialogForm>
  )
}
