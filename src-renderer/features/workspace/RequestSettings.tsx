import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ANSWER_DAYS, type ProjectDetails } from '../../../shared/contract/index.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { TitledCard } from '../../ui/TitledCard.tsx'
import { useUpdateProject } from './mutations.ts'

const days = Array.from({ length: ANSWER_DAYS.max - ANSWER_DAYS.min + 1 }, (_, at) => ANSWER_DAYS.min + at)

const Failure = ({ error }: { error: Error | null }) =>
  error && (
    <Alert severity="error" sx={{ mb: 2 }}>
      {errorText(error, 'Failed to update project')}
    </Alert>
  )

const AnswerDays = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const shown = (update.isPending ? update.variables.answersWithinDays : undefined) ?? project.answersWithinDays
  return (
    <>
      <Failure error={update.error} />
      <TextField
        select
        label="Answers within"
        value={shown}
        onChange={({ target }) =>
          update.mutate(
            { answersWithinDays: Number(target.value) },
            {
              onSuccess: (_answer, { answersWithinDays }) =>
                toast(`New requests are answered within ${answersWithinDays} days.`, 'success'),
            },
          )
        }
        disabled={update.isPending}
        helperText={
          update.isPending
            ? 'Saving...'
            : 'Both sides see the date, and are reminded. A request without an answer is closed on it. Requests made before keep theirs.'
        }
        sx={{ maxWidth: 400 }}
      >
        {days.map((count) => (
          <MenuItem key={count} value={count}>
            {count} days
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}

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
              ? 'Nobody can apply, and no answer date comes nearer. The market says so.'
              : 'Nobody can apply until you go on, and requests keep the time that they have left.'}
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

/** Lets owner and admin say how soon they answer, and take no applications for a while. */
export const RequestSettings = ({ project }: { project: ProjectDetails }) => (
  <TitledCard title="Requests">
    <AnswerDays project={project} />
    <Pause project={project} />
  </TitledCard>
)
