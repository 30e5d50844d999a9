import { Alert, Box, Button, LinearProgress, Link, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { type ReadinessPart, readinessOf } from '#shared/rules/readiness.ts'
import { suggestedTasksQuery } from '#data/ai.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { ShareReward } from '#parts/rewards/ShareReward.tsx'
import { ReadinessLine } from '#ui/project/ReadinessLine.tsx'
import { TaskSourceNote } from '#ui/feedback/AiSourceNote.tsx'
import { isSameTask, isToCreate } from './draft-tasks.ts'
import { OwnTask } from './OwnTask.tsx'
import { SuggestedTask } from './SuggestedTask.tsx'
import type { Wizard } from './use-wizard.ts'
import { reasonOf } from './wizard-failure.ts'

const ApplicantsPart = lazyPart(async () => (await import('./ApplicantsPart.tsx')).ApplicantsPart)

/** The tasks that a reopened draft has already. */
const ExistingTasks = ({ wizard }: { wizard: Wizard }) => {
  const { data } = useQuery({ ...projectTasksQuery(wizard.project?.id ?? ''), enabled: wizard.project !== null })
  const others = data?.filter((task) => !wizard.tasks.some((one) => isSameTask(one, task))) ?? []
  if (others.length === 0) return null
  return (
    <Box component="section" aria-labelledby="wizard-existing" sx={{ mt: 4 }}>
      <Typography id="wizard-existing" variant="h3" component="h2">
        Already in this project
      </Typography>
      <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2.5, color: 'text.secondary' }}>
        {others.map(({ id, title }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const Suggestions = ({ wizard }: { wizard: Wizard }) => {
  const client = useQueryClient()
  const { suggestions, project, tasks } = wizard
  const { data, error, isFetching, refetch } = suggestions
  if (isFetching)
    return (
      <Box role="status" sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
          Thinking of tasks for “{project?.title}”…
          <Button
            size="small"
            color="inherit"
            onClick={() => void client.cancelQueries({ queryKey: suggestedTasksQuery(project).queryKey })}
          >
            Cancel
          </Button>
        </Box>
        <LinearProgress aria-label="Thinking of tasks" />
      </Box>
    )
  if (error)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {['Failed to fetch suggested tasks', reasonOf(error)].filter(Boolean).join(': ')}
      </Alert>
    )
  if (!data)
    return (
      <Button variant="outlined" onClick={() => void refetch()}>
        Suggest tasks
      </Button>
    )
  if (tasks.length === 0)
    return (
      <Typography>
        {data.source === 'local'
          ? 'No written plan fits this project. Add your own tasks below.'
          : 'No more suggestions. Add your own below.'}
      </Typography>
    )
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      <TaskSourceNote source={data.source} />
    </Typography>
  )
}

type WizardReadinessProps = { wizard: Wizard; project: ProjectDetails; chosen: number }

/** What the project still lacks, with the ways to the fields of the step before. */
const WizardReadiness = ({ wizard, project, chosen }: WizardReadinessProps) => {
  const existing = useQuery(projectTasksQuery(project.id)).data?.length ?? 0
  const goTo = (part: ReadinessPart) => {
    if (part === 'tasks' || part === 'reward' || part === 'overBudget') return
    wizard.goBack()
    // The step is drawn first.
    setTimeout(() => wizard.form.setFocus(part))
  }
  return (
    <Box sx={{ mb: 2 }}>
      <ReadinessLine
        readiness={readinessOf(project, existing + chosen)}
        renderMissing={(part, words) =>
          part === 'tasks' ? (
            words
          ) : (
            <Link
              component="button"
              type="button"
              disabled={wizard.running !== null}
              onClick={() => goTo(part)}
              sx={{ font: 'inherit', verticalAlign: 'baseline' }}
            >
              {words}
            </Link>
          )
        }
      />
    </Box>
  )
}

/** Step 2: the choice of suggested tasks with which the project begins. */
export const TasksStep = ({ wizard }: { wizard: Wizard }) => {
  const { tasks, changeTask, chooseAll, running, project } = wizard
  const hasLetters = useCapability('letters', project !== null)
  const hasRewards = useCapability('rewards', project !== null)
  const toCreate = tasks.filter(isToCreate)
  const chosen = toCreate.length
  const currency = project?.currency ?? USUAL_CURRENCY
  return (
    <>
      <Typography sx={{ mt: 1, mb: 3, maxWidth: '68ch', color: 'text.secondary' }}>
        A project with its first tasks finds people sooner. Choose the ones you like, and edit them.
      </Typography>
      {project && <WizardReadiness wizard={wizard} project={project} chosen={chosen} />}
      <Suggestions wizard={wizard} />
      {tasks.length > 0 && (
        <>
          <Box
            sx={{ mt: 3, mb: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
          >
            <Typography component="h2" variant="h3" className="tabular" aria-live="polite">
              {chosen === 0
                ? 'None chosen yet'
                : `${chosen} of ${tasks.length} chosen: created when you save or publish`}
            </Typography>
            <Button
              size="small"
              disabled={running !== null}
              onClick={() => chooseAll(chosen === 0)}
              sx={{ ml: 'auto' }}
            >
              {chosen === 0 ? 'Choose all' : 'Choose none'}
            </Button>
          </Box>
          <Box
            component="ul"
            aria-label="Suggested tasks"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
          >
            {tasks.map((task) => (
              <li key={task.key}>
                <SuggestedTask
                  task={task}
                  isLocked={running !== null}
                  onChange={(change) => changeTask(task.key, change)}
                  currency={currency}
                />
              </li>
            ))}
          </Box>
        </>
      )}
      {hasRewards && project && toCreate.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <ShareReward
            tasks={toCreate}
            currency={currency}
            budget={project.budget ?? null}
            isLocked={running !== null}
            onShare={(rewards) => rewards.forEach((reward, key) => changeTask(key, { reward }))}
          />
        </Box>
      )}
      <OwnTask
        title={wizard.ownTitle}
        isLocked={running !== null}
        onType={wizard.setOwnTitle}
        onAdd={() => void wizard.addOwn()}
      />
      <ExistingTasks wizard={wizard} />
      {hasLetters && project && (
        <Suspense>
          <ApplicantsPart project={project} />
        </Suspense>
      )}
    </>
  )
}
