import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { PROJECT_TEXT_MAX, PROJECT_TITLE_MAX } from '../../../../shared/contract/index.ts'
import { tierBadge } from '../../../../shared/rules/tiers.ts'
import { Field } from '../../../ui/Field.tsx'
import { DeadlineField } from '../../../ui/DeadlineField.tsx'
import { SkillsField } from '../../../ui/SkillsField.tsx'
import { TierSelect } from '../../../ui/TierSelect.tsx'
import { numericOnly, REQUIRED_TEXT } from './project-form.ts'
import { PromptBox } from './PromptBox.tsx'
import type { Wizard } from './use-wizard.ts'

const column = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const

/** Beside the field it is enough to say that it is one of them. */
const beside = (message: string | undefined) => (message === REQUIRED_TEXT ? 'Required' : message)

/** Room around a field that is scrolled to, in pixels. */
const FIELD_MARGIN = 24

/**
 * Scrolls to the fields with an error once an action has ended with some, the first one last, so that it is in view for
 * certain. The bar below grows by what it says then: a field that has the focus may lose its error's line behind it.
 */
const useErrorsInView = ({ form: { formState }, running }: Wizard) => {
  const { errors, submitCount } = formState
  const area = useRef<HTMLFormElement>(null)
  const hasErrors = useEffectEvent(() => Object.keys(errors).length > 0)
  useEffect(() => {
    if (running !== null || !hasErrors()) return
    const wrong = area.current?.querySelectorAll('[aria-invalid="true"]') ?? []
    for (const input of [...wrong].reverse())
      input.closest('.MuiFormControl-root')?.scrollIntoView?.({ block: 'nearest' })
  }, [submitCount, running])
  return area
}

/** Step 1: what the project is, written by hand or filled in from a prompt. */
export const DetailsStep = ({ wizard }: { wizard: Wizard }) => {
  const { form, generation, project, submit } = wizard
  const { control, register, formState } = form
  const { errors } = formState
  const area = useErrorsInView(wizard)
  return (
    <Box
      component="form"
      ref={area}
      noValidate
      aria-label="The project"
      onSubmit={(event) => {
        event.preventDefault()
        submit('next')
      }}
      sx={{ mt: 1, display: 'grid', gap: 4, '& .MuiFormControl-root': { scrollMarginBlock: FIELD_MARGIN } }}
    >
      <Typography sx={{ mb: -1.5, color: 'text.secondary' }}>
        A title and a description are enough to begin; everything else can follow.
      </Typography>
      <PromptBox form={form} generation={generation} autoFocus={project === null} />
      <Box
        sx={{ display: 'grid', gap: { xs: 3, md: 5 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' } }}
      >
        <Box sx={column}>
          <Field
            label="Title"
            required
            placeholder="What would you call it in one line?"
            error={beside(errors.title?.message)}
            inputProps={{ maxLength: PROJECT_TITLE_MAX }}
            {...register('title')}
          />
          <Field
            label="Description"
            required
            multiline
            minRows={7}
            maxRows={20}
            placeholder="What is to be done, for whom, and how you will know that it is good."
            error={beside(errors.description?.message)}
            inputProps={{ maxLength: PROJECT_TEXT_MAX }}
            {...register('description')}
          />
          <Field
            label="Deliverables"
            multiline
            minRows={3}
            maxRows={12}
            hint="One a line."
            error={errors.deliverables?.message}
            inputProps={{ maxLength: PROJECT_TEXT_MAX }}
            {...register('deliverables')}
          />
        </Box>
        <Box sx={column}>
          <Field
            label="Organization"
            hint="For whom the work is done, where it is not for yourself."
            error={errors.organizationName?.message}
            inputProps={{ maxLength: 200 }}
            {...register('organizationName')}
          />
          <Controller
            name="skills"
            control={control}
            render={({ field: { value, onChange, ref } }) => (
              <SkillsField value={value} onChange={onChange} inputRef={ref} error={errors.skills?.message} />
            )}
          />
          <Controller
            name="tier"
            control={control}
            render={({ field: { ref, ...field } }) => (
              <TierSelect
                {...field}
                inputRef={ref}
                helperText={`${tierBadge(field.value).label}, usually ${tierBadge(field.value).hours} hours a week.`}
              />
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
            inputProps={{ maxLength: 100 }}
            {...register('budget')}
          />
          <Controller
            name="weeklyHours"
            control={control}
            render={({ field: { ref, onChange, ...field } }) => (
              <Field
                label="Weekly hours"
                placeholder="0"
                error={errors.weeklyHours?.message}
                inputProps={{ inputMode: 'decimal', maxLength: 6 }}
                inputRef={ref}
                onChange={(event) => onChange(numericOnly(event.target.value))}
                {...field}
              />
            )}
          />
          <Field
            label="Tags"
            placeholder="harbour, booking"
            hint="Separated by commas."
            error={errors.tags?.message}
            inputProps={{ maxLength: 2000 }}
            {...register('tags')}
          />
        </Box>
      </Box>
      {/* Enter in a field goes on; the buttons stand in the bar below. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </Box>
  )
}
