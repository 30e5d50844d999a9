import { Alert, Box, Button } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { projectForm, type ProjectValues, typedFieldNames, typedProject, type TypedProject } from '#lib/project-form.ts'
import { errorText } from '#lib/query-client.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { ProjectField } from '#ui/project/ProjectField.tsx'
import { type ProjectChangeInput, useUpdateProject } from '#parts/use-update-project.ts'

const pair = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Only the changed fields, so that an edit does not undo somebody else's change of another field. */
const changeOf = (
  values: ProjectValues,
  dirty: Partial<Record<keyof TypedProject, boolean | undefined>>,
): ProjectChangeInput =>
  Object.fromEntries(typedFieldNames.filter((name) => dirty[name]).map((name) => [name, values[name]]))

type ProjectFormProps = {
  project: ProjectDetails
  /** The name of the field that has the focus first; null for the title. */
  field?: string | null
  onDone: () => void
}

/** Edits a project's fields. Emptying a field deletes its value. */
export const ProjectForm = ({ project, field = null, onDone }: ProjectFormProps) => {
  const save = useUpdateProject(project.id)
  const hasRewards = useCapability('rewards', true)
  const isOwner = useProjectRole(project.id) === 'owner'
  const whyNot = hasRewards && !isOwner ? 'Owners choose budget and currency.' : undefined
  const form = useForm<TypedProject, unknown, ProjectValues>({
    resolver: zodResolver(projectForm),
    defaultValues: typedProject(project),
  })
  const { dirtyFields, isDirty } = form.formState
  const first = typedFieldNames.find((name) => name === field)
  const { setFocus } = form
  useEffect(() => {
    if (first) setFocus(first)
  }, [first, setFocus])
  useUnsavedChanges(isDirty && !save.isSuccess)
  /** Escape asks before it closes, because it is more easily pressed by mistake than Cancel. */
  const leave = async () => {
    if (!save.isPending && (!isDirty || (await confirmDiscard()))) onDone()
  }
  const submit = form.handleSubmit((values) => {
    if (save.isPending) return
    const change = changeOf(values, dirtyFields)
    if (Object.keys(change).length === 0) return onDone()
    save.mutate(change, {
      onSuccess: () => {
        toast('Project saved.', 'success')
        onDone()
      },
      onError: (error) => {
        // An error that is shown beside its field is not repeated above the form.
        if (showFieldErrors(error, typedFieldNames, form.setError)) save.reset()
      },
    })
  })
  return (
    <Box
      component="form"
      noValidate
      aria-label="Edit project"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) void leave()
        if (isSubmitKey(event)) void submit()
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {save.isError && <Alert severity="error">{errorText(save.error, 'Failed to update project')}</Alert>}
      <FormProvider {...form}>
        <ProjectField name="title" autoFocus={!first} />
        <ProjectField name="description" />
        <ProjectField name="detailedDescription" />
        <ProjectField name="deliverables" />
        <Box sx={pair}>
          <ProjectField name="organizationName" />
          <ProjectField name="client" />
        </Box>
        <ProjectField name="skills" />
        <Box sx={pair}>
          <ProjectField name="tier" />
          <ProjectField name="estimatedDeadline" />
          <ProjectField name="budget" whyNot={whyNot} />
          {hasRewards && <ProjectField name="currency" whyNot={whyNot} />}
          <ProjectField name="weeklyHours" />
        </Box>
        <ProjectField name="tags" />
      </FormProvider>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={save.isPending}>
          Save Changes
        </Button>
        <Button onClick={onDone} disabled={save.isPending}>
          Cancel
        </Button>
      </Box>
    </Box>
  )
}
