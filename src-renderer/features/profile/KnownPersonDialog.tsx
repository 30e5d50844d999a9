import { Alert, Button, MenuItem, Skeleton, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '#shared/contract/index.ts'
import { KnownPerson } from '#parts/KnownPerson.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { managedProjectsQuery } from './queries.ts'

type Person = Pick<Profile, 'id' | 'name' | 'projects'>
type KnownPersonDialogProps = { person: Person; isOpen: boolean; onClose: () => void }

const Content = ({ person }: { person: Person }) => {
  const { data: projects, isError, isFetching, refetch } = useQuery(managedProjectsQuery())
  const [chosen, setChosen] = useState<string | null>(null)
  if (!projects && isError)
    return (
      <Alert
        severity="error"
        action={
          <Button size="small" color="inherit" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        Failed to load your projects. Please try again.
      </Alert>
    )
  if (!projects)
    return (
      <DelayedSkeleton>
        <Skeleton variant="rounded" height={48} />
      </DelayedSkeleton>
    )
  const others = projects.filter(({ id }) => !person.projects.some((joined) => joined.id === id))
  const projectID = chosen ?? (others.length === 1 ? others[0]?.id : undefined) ?? ''
  if (others.length === 0)
    return <Typography>{person.name} is a member of all projects that you own or administer.</Typography>
  return (
    <>
      <TextField
        select
        label="Project"
        value={projectID}
        onChange={({ target }) => setChosen(target.value)}
        slotProps={{ select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } } }}
      >
        <MenuItem value="" disabled>
          Select a project
        </MenuItem>
        {others.map(({ id, title }) => (
          <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {projectID !== '' && (
        <KnownPerson key={projectID} projectID={projectID} person={{ userID: person.id, name: person.name }} />
      )}
    </>
  )
}

/** Vouches for a person in one of the viewer's projects, or blocks them there. */
export const KnownPersonDialog = ({ person, isOpen, onClose }: KnownPersonDialogProps) => (
  <FormDialog title={`Vouch for ${person.name}, or block them`} isOpen={isOpen} onClose={onClose} maxWidth="xs">
    <DialogBody
      actions={
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Content person={person} />
    </DialogBody>
  </FormDialog>
)
