import { Alert, Box, Button, FormControlLabel, FormHelperText, Switch, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { cut } from '#shared/rules/cut.ts'
import { rewardOrReputation } from '#shared/rules/offer-terms.ts'
import { personText } from '#shared/rules/person.ts'
import { publicProjectPath } from '#shared/rules/public-pages.ts'
import { openProjectStatuses } from '#shared/rules/statuses.ts'
import { query } from '#data/query.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUpdateProject } from '#parts/use-update-project.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { PayerLines } from '#ui/person/RecordLines.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'

const SHOWN_TASKS = 5
const TEXT_MAX = 300

/** Whom visitors read as its owner: who made it while they own it, else the first owner. The record of how it pays is its maker's. */
const useOwner = ({ id, createdBy }: ProjectDetails): { owner: Person | undefined; hasMade: boolean } => {
  const members = useQuery(query('memberships.members', { params: { id } }))
  const owners = (members.data?.data ?? []).filter(({ role }) => role === 'owner')
  const maker = owners.find(({ username }) => username === createdBy?.username)
  return { owner: maker ?? owners.toSorted((a, b) => timeOf(a) - timeOf(b))[0], hasMade: maker !== undefined }
}
type Person = { username: string; name: string }
const timeOf = ({ createdAt }: { createdAt: string | null }) => (createdAt === null ? 0 : Date.parse(createdAt))

/** What of the project a visitor would see, drawn from what the project says now. */
const Preview = ({ project }: { project: ProjectDetails }) => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(
    query('openTasks.list', { query: { projectID: project.id, limit: 50 } }),
  )
  const { owner, hasMade } = useOwner(project)
  if (isError)
    return <ErrorState title="Failed to load open tasks" isRetrying={isFetching} onRetry={() => void refetch()} />
  const tasks = (data?.data ?? []).filter(({ takers }) => takers !== 'members')
  const more = tasks.length - SHOWN_TASKS
  return (
    <Box
      component="section"
      aria-label="What visitors see"
      aria-busy={isPending}
      sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, p: 2, overflowWrap: 'anywhere' }}
    >
      <Typography variant="h4" component="p">
        {project.title}
      </Typography>
      <Typography color="text.secondary" sx={{ fontSize: size.small }}>
        {owner && `By ${personText(owner)}. `}
        {hasMade && <PayerLines record={project.payerRecord} />}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', my: 1 }}>{cut(project.description, TEXT_MAX)}</Typography>
      {project.skills && (
        <Typography color="text.secondary" sx={{ fontSize: size.small }}>
          Skills: {project.skills}
        </Typography>
      )}
      {project.detailedDescription && (
        <>
          <Typography sx={{ mt: 1, fontWeight: weight.semibold }}>Scope</Typography>
          <Typography sx={{ whiteSpace: 'pre-line' }}>{cut(project.detailedDescription, TEXT_MAX)}</Typography>
        </>
      )}
      <Typography sx={{ mt: 1, fontWeight: weight.semibold }}>Open tasks</Typography>
      {isPending ? (
        <Typography color="text.secondary">Loading...</Typography>
      ) : tasks.length === 0 ? (
        <Typography color="text.secondary">No task is open now.</Typography>
      ) : (
        <Box component="ul" sx={{ pl: 2.5, my: 0.5 }}>
          {tasks.slice(0, SHOWN_TASKS).map((task) => (
            <li key={task.id}>
              {task.title} · {rewardOrReputation(task, navigator.language)} · {task.leaseDays}{' '}
              {task.leaseDays === 1 ? 'day' : 'days'} to work
            </li>
          ))}
          {more > 0 && <li>{more} more</li>}
        </Box>
      )}
    </Box>
  )
}

/** Lets an owner show the project to people without an account, and says what these see. */
export const VisitorSettings = ({ project }: { project: ProjectDetails }) => {
  const { mutate, isPending, variables, error } = useUpdateProject(project.id)
  const shown = { ...project, ...(isPending && variables) }
  const hasPage =
    shown.showToVisitors &&
    project.archivedAt === null &&
    !project.applicationsPaused &&
    openProjectStatuses.includes(project.status)
  return (
    <TitledCard title="Visitors">
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(error, 'Failed to update project')}
        </Alert>
      )}
      <FormControlLabel
        control={
          <Switch
            checked={shown.showToVisitors}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': 'show-to-visitors-hint' } }}
            onChange={(_event, showToVisitors) =>
              mutate(
                { showToVisitors },
                {
                  onSuccess: () =>
                    toast(showToVisitors ? 'Visitors can see this project.' : 'Visitors no longer see it.', 'success'),
                },
              )
            }
          />
        }
        label="Show to visitors"
      />
      <FormHelperText id="show-to-visitors-hint" sx={{ mt: 0, mb: 2 }}>
        Anybody, without an account, can read the title, description, scope, skills and the owner's name, how the owner
        pays and what is late, and the tasks with an offer: their text, reward and terms. Members, comments, files,
        labels and other tasks stay private. Only while the project is published and takes applications.
      </FormHelperText>
      <Preview project={project} />
      {hasPage && (
        <Button
          component="a"
          href={publicProjectPath(project)}
          target="_blank"
          rel="noopener"
          variant="outlined"
          sx={{ mt: 2 }}
        >
          Open the page
        </Button>
      )}
    </TitledCard>
  )
}
