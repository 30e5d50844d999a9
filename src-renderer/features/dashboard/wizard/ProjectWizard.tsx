import { Box, Button, Dialog, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { projectQuery } from '#data/projects.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { isDraft } from '../project-tabs.ts'
import type { DashboardView, WizardStep } from '../use-dashboard-view.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { TasksStep } from './TasksStep.tsx'
import { useWizard } from './use-wizard.ts'
import { WizardFooter } from './WizardFooter.tsx'
import { WIZARD_TITLE_ID, WizardShell } from './WizardShell.tsx'

const steps = {
  details: { title: 'Create a New Project', progress: 'Step 1 of 2 · The project' },
  tasks: { title: 'Suggested Tasks', progress: 'Step 2 of 2 · Its first tasks' },
} as const

type WizardPlace = { view: DashboardView; step: WizardStep }

/** The steps of the open wizard; `source` is the draft that it was opened with. */
const Steps = ({ source, view, step: wanted }: WizardPlace & { source: ProjectDetails | null }) => {
  const wizard = useWizard(source, view, wanted)
  const { step } = wizard
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    // The button that led to this step is gone. The focused heading tells a screen reader of the new step.
    if (shown.current !== step) title.current?.focus()
    shown.current = step
  }, [step])
  return (
    <WizardShell {...steps[step]} titleRef={title} onClose={view.closeWizard} footer={<WizardFooter wizard={wizard} />}>
      {step === 'details' ? <DetailsStep wizard={wizard} /> : <TasksStep wizard={wizard} />}
    </WizardShell>
  )
}

const NotADraft = ({ project, view }: { project: ProjectDetails; view: DashboardView }) => (
  <WizardShell title={project.title} onClose={view.closeWizard}>
    <Typography sx={{ mt: 2, mb: 3, color: 'text.secondary' }}>
      {isDraft(project)
        ? 'Only its owner can finish and publish a draft.'
        : 'This project is no longer a draft. Edit it in its workspace.'}
    </Typography>
    <Button component={Link} to={paths.project(project.id)} variant="contained">
      Open the workspace
    </Button>
  </WizardShell>
)

/** Reads the draft once, so that a newer answer does not overwrite the typed text. */
const DraftLoader = ({ id, ...opened }: WizardPlace & { id: string }) => {
  const { data, error, isFetching, refetch } = useQuery(projectQuery(id))
  const [draft, setDraft] = useState<ProjectDetails | null>(null)
  if (!draft && data && !error && !isFetching) setDraft(data)
  if (draft && isDraft(draft) && draft.role === 'owner') return <Steps source={draft} {...opened} />
  if (draft) return <NotADraft project={draft} view={opened.view} />
  return (
    <WizardShell title={steps.details.title} onClose={opened.view.closeWizard}>
      <Box sx={{ mt: 3 }}>
        {error && !isFetching ? (
          <ErrorState
            title="The draft could not be loaded"
            text={errorText(error, '')}
            onRetry={() => void refetch()}
          />
        ) : (
          <DelayedSkeleton>
            <Box role="status" aria-label="Loading the draft" sx={{ display: 'grid', gap: 3 }}>
              {[96, 48, 160, 48].map((height, index) => (
                <Skeleton key={index} variant="rounded" height={height} />
              ))}
            </Box>
          </DelayedSkeleton>
        )}
      </Box>
    </WizardShell>
  )
}

/**
 * The full-screen dialog that creates a project or continues a draft: its description, then its first tasks. It saves
 * the project as a draft or publishes it.
 */
export const ProjectWizard = ({ draftID, ...opened }: WizardPlace & { draftID: string | null }) => {
  // A new project gets an address when it is first saved; the form must stay the same one then.
  const [id] = useState(draftID)
  return (
    <Dialog
      fullScreen
      open
      onClose={opened.view.closeWizard}
      aria-labelledby={WIZARD_TITLE_ID}
      slotProps={{ paper: { sx: { bgcolor: 'background.default' } } }}
    >
      {id ? <DraftLoader id={id} {...opened} /> : <Steps source={null} {...opened} />}
    </Dialog>
  )
}
