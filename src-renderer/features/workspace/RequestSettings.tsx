import { Alert, Box, Button, Typography } from '@mui/material'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { AnswerDays } from '#parts/questions/AnswerDays.tsx'
import { QuestionsEditor } from '#parts/questions/QuestionsEditor.tsx'
import { useUpdateProject } from '#parts/use-update-project.ts'
import { useCapability } from '#data/capabilities.ts'

const Failure = ({ error }: { error: Error | null }) =>
  error && (
    <Alert severity="error" sx={{ mb: 2 }}>
      {errorText(error, 'Failed to update project')}
    </Alert>
  )

const Pause = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const area = useKeptFocus<HTMLDivElement>()
  const isPaused = project.applicationsPaused
  return (
    <Box ref={area} tabIndex={-1} sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider', outline: 'none' }}>
      <Failure error={update.error} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h4">{isPaused ? 'Applications are paused' : 'Pause applications'}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {isPaused
              ? 'Nobody can apply, and the answer clock stands still. The market says so.'
              : 'Pauses new applications and the answer clock.'}
          </Typography>
        </Box>
        <Button
          variant="outlined"
          loading={update.isPending}
          onClick={() =>
            update.mutate(
              { applicationsPaused: !isPaused },
              { onSuccess: () => toast(isPaused ? 'People can apply again.' : 'Applications are paused.', 'success') },
            )
          }
        >
          {isPaused ? 'Take Applications Again' : 'Pause Applications'}
        </Button>
      </Box>
    </Box>
  )
}

/** Lets owner and admin say what they ask, how soon they answer, and take no applications for a while. */
export const RequestSettings = ({ project }: { project: ProjectDetails }) => {
  const hasLetters = useCapability('letters', true)
  return (
    <TitledCard title="Requests">
      <AnswerDays project={project} />
      {hasLetters && (
        <Box sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider' }}>
          <QuestionsEditor project={project} />
        </Box>
      )}
      <Pause project={project} />
    </TitledCard>
  )
}
