import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { isArchived, openProjectStatuses, projectStatus, projectStatusLabel } from '#shared/rules/statuses.ts'
import { confirm } from '#lib/confirm.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { confirmArchive, UNKNOWN, useRunningClaims } from '#parts/use-running-claims.ts'
import { useUpdateProject } from '#parts/use-update-project.ts'

const statuses = Object.values(projectStatus)
const labelOf = (status: number) => projectStatusLabel({ status }, 'workspace')

const confirmCompleted = (running: string | null) =>
  confirm({
    title: 'Mark Project as Completed',
    text: [
      'Are you sure you want to mark this project as completed? This action will change the project status to "Completed".',
      ...(running === null ? [] : [running]),
    ].join(' '),
    confirmLabel: 'Yes, Mark Completed',
    cancelLabel: 'No, Cancel',
  })

const StatusField = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const findRunning = useRunningClaims(project.id)
  const change = async (status: number) => {
    if (status === projectStatus.completed && !(await confirmCompleted(await findRunning().catch(() => UNKNOWN))))
      return
    const before = project.status
    const leavesMarket = openProjectStatuses.includes(before) && !openProjectStatuses.includes(status)
    const undo = () =>
      void update.mutateAsync({ status: before }).then(
        () => toast(`Status is ${labelOf(before)} again.`, 'success'),
        (error: unknown) => toast(errorText(error, 'Failed to update project'), 'error'),
      )
    update.mutate(
      { status },
      {
        onSuccess: () =>
          toast(
            `Status is now ${labelOf(status)}.${leavesMarket ? ' The project is off the market.' : ''}`,
            'success',
            leavesMarket ? { action: { label: 'Undo', run: undo } } : {},
          ),
      },
    )
  }
  const shown = (update.isPending ? update.variables.status : undefined) ?? project.status
  return (
    <>
      {update.isError && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(update.error, 'Failed to update project')}
        </Alert>
      )}
      <TextField
        select
        label="Project status"
        // Another server may send status 5, which cannot be chosen.
        value={statuses.some((status) => status === shown) ? shown : ''}
        onChange={(event) => void change(Number(event.target.value))}
        disabled={update.isPending}
        helperText={update.isPending ? 'Saving...' : 'Published and assigned projects are listed on the market.'}
        sx={{ maxWidth: 400 }}
      >
        {statuses.map((status) => (
          <MenuItem key={status} value={status}>
            {labelOf(status)}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}

const Archive = ({ project }: { project: ProjectDetails }) => {
  const update = useUpdateProject(project.id)
  const area = useKeptFocus<HTMLDivElement>()
  const isAway = isArchived(project)
  const undo = () =>
    void update.mutateAsync({ archived: false }).then(
      () => toast('Project restored.', 'success'),
      (error: unknown) => toast(errorText(error, 'Failed to update project'), 'error'),
    )
  const findRunning = useRunningClaims(project.id)
  const change = async () => {
    if (!isAway && !(await confirmArchive(project.title, findRunning))) return
    update.mutate(
      { archived: !isAway },
      {
        onSuccess: () =>
          isAway
            ? toast('Project restored.', 'success')
            : toast('Project archived.', 'success', { action: { label: 'Undo', run: undo } }),
      },
    )
  }
  return (
    <Box ref={area} tabIndex={-1} sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider', outline: 'none' }}>
      {update.isError && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(update.error, 'Failed to update project')}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h4">{isAway ? 'This project is archived' : 'Archive this project'}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {isAway
              ? 'It is off the market and out of the active lists. Restoring brings it back with the status it had.'
              : 'It leaves the market and the active lists; nothing is lost, and you can restore it at any time.'}
          </Typography>
        </Box>
        <Button variant="outlined" loading={update.isPending} onClick={() => void change()}>
          {isAway ? 'Restore Project' : 'Archive Project'}
        </Button>
      </Box>
    </Box>
  )
}

/** Lets the owner change the project's status, and archive or restore it. */
export const ProjectStatusSettings = ({ project }: { project: ProjectDetails }) => (
  <TitledCard title="Project Status">
    <StatusField project={project} />
    <Archive project={project} />
  </TitledCard>
)
