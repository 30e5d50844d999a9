import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from '#shared/contract/index.ts'
import { paths } from '#lib/paths.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { weight } from '#ui/look/tokens.ts'
import { InviteForm } from './InviteForm.tsx'
import { invitableProjectsQuery } from './queries.ts'

/** Milliseconds after a sent invitation before the dialog closes by itself. */
const CLOSES_AFTER_MS = 2000

type Person = Pick<Profile, 'id' | 'name' | 'projects'>
type InviteDialogProps = { person: Person; isOpen: boolean; onClose: () => void }

const Sent = ({ person, onDone }: { person: Person; onDone: () => void }) => {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 3, py: 7 }}>
      <Box sx={{ color: 'success.main', display: 'flex' }}>
        <CircleCheck size={48} strokeWidth={1.5} aria-hidden />
      </Box>
      <Typography variant="h2">Invitation Sent!</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{person.name} finds it among their requests.</Typography>
    </Box>
  )
}

const Content = ({
  person,
  onClose,
  onDirty,
}: {
  person: Person
  onClose: () => void
  onDirty: (isDirty: boolean) => void
}) => {
  const { data, isError, isFetching, refetch } = useQuery(invitableProjectsQuery(person.projects.map(({ id }) => id)))
  const [isSent, setIsSent] = useState(false)
  const close = (
    <Button color="inherit" onClick={onClose}>
      Cancel
    </Button>
  )
  if (isSent) return <Sent person={person} onDone={onClose} />
  const projects = data?.projects
  if (projects && projects.length > 0)
    return (
      <InviteForm
        person={person}
        projects={projects}
        onDirty={onDirty}
        onCancel={onClose}
        onSent={() => {
          onDirty(false)
          setIsSent(true)
        }}
      />
    )
  if (projects)
    return (
      <DialogBody
        actions={
          <>
            {close}
            <Button component={Link} to={paths.ownerDashboard()} variant="contained">
              Go to your projects
            </Button>
          </>
        }
      >
        <div>
          <Typography sx={{ fontWeight: weight.semibold }}>
            {data?.hasNone ? "You don't have any projects yet." : `You have no project to invite ${person.name} to.`}
          </Typography>
          <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
            {data?.hasNone
              ? `Create one first, then come back and invite ${person.name}.`
              : `Those that ${person.name} is in already are not listed, and neither are those that are over.`}
          </Typography>
        </div>
      </DialogBody>
    )
  if (isError)
    return (
      <DialogBody
        actions={
          <>
            {close}
            <Button variant="contained" loading={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </>
        }
      >
        <Alert severity="error">Failed to load your projects. Please try again.</Alert>
      </DialogBody>
    )
  return (
    <DialogBody actions={close}>
      <Box sx={{ minHeight: 220 }}>
        <DelayedSkeleton>
          <Box role="img" aria-label="Loading your projects" sx={{ display: 'grid', gap: 2.5 }}>
            <Skeleton variant="rounded" height={48} />
            <Skeleton variant="rounded" height={72} />
            <Skeleton variant="rounded" height={96} />
          </Box>
        </DelayedSkeleton>
      </Box>
    </DialogBody>
  )
}

/** Invites a person to one of the viewer's own projects. Closing asks first when a typed message would be lost. */
export const InviteDialog = ({ person, isOpen, onClose }: InviteDialogProps) => {
  const isDirty = useRef(false)
  const leave = () => {
    isDirty.current = false
    onClose()
  }
  const askAndLeave = async () => {
    if (!isDirty.current || (await confirmDiscard())) leave()
  }
  return (
    <FormDialog title={`Invite ${person.name} to a project`} isOpen={isOpen} onClose={() => void askAndLeave()}>
      <Content
        person={person}
        onDirty={(next) => {
          isDirty.current = next
        }}
        onClose={() => void askAndLeave()}
      />
    </FormDialog>
  )
}
