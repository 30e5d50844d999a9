import { Button, FormHelperText, MenuItem, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TaskTemplate } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { useStages } from '#data/stages.ts'
import { templatesQuery } from '#data/templates.ts'
import { choose } from '#lib/confirm.ts'
import { stageInForm } from '../data/columns.ts'
import { planFill, type TemplateValues, valuesOfTemplate } from './template-fill.ts'
import type { TaskFormValues } from '../data/task-form.ts'

type FromTemplateProps = {
  form: Pick<UseFormReturn<TaskFormValues>, 'getValues' | 'setValue' | 'formState'>
  projectID: string
  /** The template that the form was opened with. */
  begun?: TaskTemplate | null
}

/** Fills the form for a new task from one of the project's templates; nothing where there are none. */
export const FromTemplate = ({ form, projectID, begun = null }: FromTemplateProps) => {
  const { getValues, setValue, formState } = form
  const hasTemplates = useCapability('templates', true)
  const { stages } = useStages(projectID)
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery(projectID, hasTemplates))
  const [last, setLast] = useState<{ id: string; values: TemplateValues } | null>(
    begun && { id: begun.id, values: valuesOfTemplate(begun) },
  )
  // Without a select, which has nothing to offer yet, the failure has to say what is missing.
  if (hasTemplates && !data && isError)
    return (
      <FormHelperText error component="div" role="alert" sx={{ m: 0 }}>
        The project’s templates could not be loaded.{' '}
        <Button size="small" color="inherit" onClick={() => void refetch()} loading={isFetching}>
          Retry
        </Button>
      </FormHelperText>
    )
  if (!hasTemplates || !data || data.length === 0) return null

  const fill = async (template: TaskTemplate) => {
    const values = valuesOfTemplate(template)
    const { free, typed } = planFill(getValues(), values, last?.values ?? null)
    const choice =
      typed.length === 0
        ? 'confirmed'
        : await choose({
            title: 'Keep what you have typed?',
            text: `“${template.name}” can fill only the fields that are empty, or also replace what you have typed.`,
            confirmLabel: 'Fill empty fields',
            otherLabel: 'Replace all',
          })
    if (choice === 'cancelled') return
    for (const field of choice === 'other' ? [...free, ...typed] : free)
      setValue(field, values[field], { shouldDirty: true, shouldValidate: formState.isSubmitted })
    const { stageID, status } = formState.dirtyFields
    const stage = stages.find(({ id }) => id === template.stageID)
    // A place that the person has chosen stays; a new task never begins finished.
    if (stage && stage.status !== taskStatus.completed && !stageID && !status && !begun) {
      setValue('status', stage.status)
      setValue('stageID', stageInForm(stages, { status: stage.status, stageID: stage.id }))
    }
    setLast({ id: template.id, values })
  }
  return (
    <TextField
      select
      label="From a template"
      value={data.some(({ id }) => id === last?.id) ? last?.id : ''}
      onChange={({ target }) => {
        const template = data.find(({ id }) => id === target.value)
        if (template) void fill(template)
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="" disabled>
        Choose one to fill the form
      </MenuItem>
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
