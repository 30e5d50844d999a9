import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { PROJECT_TITLE_MAX, type ProjectDetails } from '../../../shared/contract/index.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { errorText } from '../../lib/query-client.ts'
import { isSubmitKey } from '../../lib/submit-key.ts'
import { toast } from '../../lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { DeadlineField } from '../../ui/DeadlineField.tsx'
import { Field } from '../../ui/Field.tsx'
import { TierSelect } from '../../ui/TierSelect.tsx'
import { useUpdateProject } from './mutations.ts'
import {
  changeOf,
  fieldsOf,
  projectFieldNames,
  projectFields,
  type ProjectFields,
  type ProjectValues,
} from './project-form-values.ts'

const pair = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Edits a project's fields. An emptied field is cleared. */
export const ProjectForm = ({ project, onDone }: { project: ProjectDetails; onDone: () => void }) => {
  const save = useUpdateProject(project.id)
  const { control, register, handleSubmit, setError, formState } = useForm<ProjectFields, unknown, ProjectValues>({
    resolver: zodResolver(projectFields),
    defaultValues: fieldsOf(project),
  })
  const { errors, dirtyFields, isDirty } = formState
  useUnsavedChanges(isDirty && !save.isSuccess)
  /** Escape is pressed by mistake more easily than Cancel. */
  const leave = async () => {
    if (!save.isPending && (!isDirty || (await confirmDiscard()))) onDone()
  }
  const submit = handleSubmit((values) => {
    if (save.isPending) return
    const change = changeOf(values, dirtyFields)
    if (Object.keys(change).length === 0) return onDone()
    save.mutate(change, {
      onSuccess: () => {
        toast('Project saved.', 'success')
        onDone()
      },
      onError: (error) => {
        // What is about a field stands beside it, and not above the form a second time.
        if (showFieldErrors(error, projectFieldNames, setError)) save.reset()
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
      <Field
        label="Title"
        autoFocus
        error={errors.title?.message}
        inputProps={{ maxLength: PROJECT_TITLE_MAX }}
        {...register('title')}
      />
      <Field
        label="Description"
        multiline
        minRows={4}
        maxRows={16}
        error={errors.description?.message}
        {...register('description')}
      />
      <Field
        label="Scope (optional)"
        multiline
        minRows={2}
        maxRows={12}
        hint="What is part of the work and what is not. Applicants read it in the project's brief."
        error={errors.detailedDescription?.message}
        {...register('detailedDescription')}
      />
      <Box sx={pair}>
        <Field label="Skills" hint="Separated by commas" error={errors.skills?.message} {...register('skills')} />
        <Field label="Tags" hint="Separated by commas" error={errors.tags?.message} {...register('tags')} />
        <Controller
          name="tier"
          control={control}
          render={({ field: { ref, ...field } }) => (
            <TierSelect {...field} inputRef={ref} error={Boolean(errors.tier)} helperText={errors.tier?.message} />
          )}
        />
        <Field
          label="Weekly hours"
          type="number"
          inputProps={{ min: 0, max: 168, step: 'any', inputMode: 'decimal' }}
          error={errors.weeklyHours?.message}
          {...register('weeklyHours', { setValueAs: (typed: unknown) => (typed === '' ? 0 : Number(typed)) })}
        />
        <Controller
          name="estimatedDeadline"
          control={control}
          render={({ field }) => <DeadlineField field={field} error={errors.estimatedDeadline?.message} />}
        />
        <Field label="Budget" error={errors.budget?.message} {...register('budget')} />
      </Box>
      <Field label="Client" error={errors.client?.message} {...register('client')} />
      <Field
        label="Deliverables"
        multiline
        minRows={3}
        maxRows={12}
        hint="One a line"
        error={errors.deliverables?.message}
        {...register('deliverables')}
      />
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
