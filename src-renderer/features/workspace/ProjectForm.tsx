import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { PROJECT_TITLE_MAX, type ProjectDetails } from '../../../shared/contract/index.ts'
import { skillsList } from '../../../shared/rules/skills.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { errorText } from '../../lib/query-client.ts'
import { isSubmitKey } from '../../lib/submit-key.ts'
import { toast } from '../../lib/toast.ts'
import { confirmDiscard, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { DeadlineField } from '../../ui/DeadlineField.tsx'
import { Field } from '../../ui/Field.tsx'
import { SkillsField } from '../../ui/SkillsField.tsx'
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
        required
        autoFocus
        error={errors.title?.message}
        inputProps={{ maxLength: PROJECT_TITLE_MAX }}
        {...register('title')}
      />
      <Field
        label="Description"
        required
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
      <Field
        label="Deliverables"
        multiline
        minRows={3}
        maxRows={12}
        hint="One a line."
        error={errors.deliverables?.message}
        {...register('deliverables')}
      />
      <Box sx={pair}>
        <Field
          label="Organization"
          hint="For whom the work is done, where it is not for yourself."
          error={errors.organizationName?.message}
          inputProps={{ maxLength: 200 }}
          {...register('organizationName')}
        />
        <Field
          label="Client"
          hint="The person to ask there. Stands in for the organization where there is none."
          error={errors.client?.message}
          {...register('client')}
        />
      </Box>
      <Controller
        name="skills"
        control={control}
        render={({ field: { value, onChange, ref } }) => (
          <SkillsField
            value={skillsList(value ?? '')}
            onChange={(skills) => onChange(skills.join(', '))}
            inputRef={ref}
            error={errors.skills?.message}
          />
        )}
      />
      <Box sx={pair}>
        <Controller
          name="tier"
          control={control}
          render={({ field: { ref, ...field } }) => (
            <TierSelect {...field} inputRef={ref} error={Boolean(errors.tier)} helperText={errors.tier?.message} />
          )}
        />
        <Controller
          name="estimatedDeadline"
          control={control}
          render={({ field }) => <DeadlineField field={field} error={errors.estimatedDeadline?.message} />}
        />
        <Field
          label="Budget"
          placeholder="2500"
          hint="A plain number lets the workspace compare it with what was paid."
          error={errors.budget?.message}
          {...register('budget')}
        />
        <Field
          label="Weekly hours"
          type="number"
          placeholder="0"
          inputProps={{ min: 0, max: 168, step: 'any', inputMode: 'decimal' }}
          error={errors.weeklyHours?.message}
          {...register('weeklyHours', { setValueAs: (typed: unknown) => (typed === '' ? 0 : Number(typed)) })}
        />
      </Box>
      <Field
        label="Tags"
        placeholder="harbour, booking"
        hint="Separated by commas."
        error={errors.tags?.message}
        {...register('tags')}
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
