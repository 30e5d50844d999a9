import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectQuery } from '#data/projects.ts'
import { AnswerDays } from '#parts/questions/AnswerDays.tsx'
import { QuestionsEditor } from '#parts/questions/QuestionsEditor.tsx'

/** What the draft asks applicants, and how soon it answers them. Each change is saved at once. */
export const ApplicantsPart = ({ project: created }: { project: ProjectDetails }) => {
  const { data: project = created } = useQuery({ ...projectQuery(created.id), retryOnMount: false })
  const hasClock = useCapability('clock', true)
  return (
    <Box
      component="section"
      aria-labelledby="wizard-applicants"
      sx={{ mt: 4, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="wizard-applicants" variant="h3" component="h2">
        Applicants
      </Typography>
      {hasClock && (
        <div>
          <AnswerDays project={project} />
        </div>
      )}
      <QuestionsEditor project={project} level="h3" />
    </Box>
  )
}
