import { Box, Typography } from '@mui/material'
import { useEffect, useEffectEvent, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { tierBadge } from '#shared/rules/tiers.ts'
import { ProjectField } from '#ui/project/ProjectField.tsx'
import { PromptBox } from './PromptBox.tsx'
import type { Wizard } from './use-wizard.ts'

const column = { display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 } as const

const tierHint = (tier: string | undefined) => {
  const { label, hours } = tierBadge(tier)
  return `${label}, usually ${hours} hours a week.`
}

/** Pixels of room around a field that is scrolled to. */
const FIELD_MARGIN = 24

/**
 * Scrolls to the fields with an error after an action has failed, the first one last, so that it is certainly in view.
 * The bar below grows by its error text and could otherwise hide the error of a focused field.
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

/** Step 1: the description of the project, typed or filled in from a prompt. */
export const DetailsStep = ({ wizard }: { wizard: Wizard }) => {
  const { form, generation, project, submit } = wizard
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
      <FormProvider {...form}>
        <Box
          sx={{ display: 'grid', gap: { xs: 3, md: 5 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' } }}
        >
          <Box sx={column}>
            <ProjectField name="title" requiredText="Required" placeholder="What would you call it in one line?" />
            <ProjectField
              name="description"
              requiredText="Required"
              minRows={7}
              maxRows={20}
              placeholder="What is to be done, for whom, and how you will know that it is good."
            />
            <ProjectField name="deliverables" />
          </Box>
          <Box sx={column}>
            <ProjectField name="organizationName" />
            <ProjectField name="skills" />
            <ProjectField name="tier" tierHint={tierHint} />
            <ProjectField name="estimatedDeadline" />
            <ProjectField name="budget" />
            <ProjectField name="weeklyHours" />
            <ProjectField name="tags" />
          </Box>
        </Box>
      </FormProvider>
      {/* Enter in a field submits the form; the visible buttons are in the bar below, outside of it. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </Box>
  )
}
