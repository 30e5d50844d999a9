import { Alert, Box, Button, DialogContentText, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DELETION_DAYS, type OwnDeletion } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { deletionQuery, useAskDeletion, useTakeBackDeletion } from './own-data-calls.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'

const parts = { display: 'grid', gap: 2, justifyItems: 'start' } as const

const passwordErrorOf = (error: unknown): string | undefined =>
  isApiError(error) ? error.details.find(({ path }) => path.endsWith('password'))?.message : undefined

/** Asks for the password before the account is to be deleted. It stays open until the server has agreed. */
const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const ask = useAskDeletion()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const refusal = passwordErrorOf(ask.error)
  const submit = () => {
    if (password === '') return setIsMissing(true)
    if (!ask.isPending)
      ask.mutate(password, {
        onSuccess: () => {
          toast('Your account will be deleted. You can change your mind here.', 'info')
          onClose()
        },
      })
  }
  return (
    <FormDialog title="Delete your account?" isOpen onClose={onClose} maxWidth="xs">
      <DialogForm
        onSubmit={submit}
        actions={
          <FormButtons onCancel={onClose} isPending={ask.isPending} color="error">
            Delete my account
          </FormButtons>
        }
      >
        <DialogContentText>
          In {DELETION_DAYS} days your profile, letters, settings and the files that you have uploaded are gone. What
          you did in projects stays, as that of a former member. Until then nobody finds you, and you can change your
          mind.
        </DialogContentText>
        {ask.isError && refusal === undefined && (
          <Alert severity="error">{errorText(ask.error, 'Failed to delete your account')}</Alert>
        )}
        <OwnAccount />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={isMissing ? 'Please enter your password.' : refusal}
          onChange={(event) => {
            setPassword(event.target.value)
            setIsMissing(false)
            if (ask.isError) ask.reset()
          }}
        />
      </DialogForm>
    </FormDialog>
  )
}

/** The projects that nobody else owns, each with the way to it. */
const Obstacles = ({ projects }: Pick<OwnDeletion, 'projects'>) => (
  <Alert severity="warning" sx={{ width: '100%' }}>
    You are the only owner of these projects. Make somebody else an owner, or archive or delete them, before your
    account can be deleted.
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
      {projects.map(({ id, title }) => (
        <li key={id}>
          <Link component={RouterLink} to={paths.projectTab(id, 'settings')} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Link>
        </li>
      ))}
    </Box>
  </Alert>
)

const Pending = ({ dueAt }: { dueAt: string }) => {
  const takeBack = useTakeBackDeletion()
  return (
    <>
      <Typography role="status">
        Your account will be deleted on <strong>{formatMoment(dueAt)}</strong>. Until then nobody finds you in the
        directory or by a search.
      </Typography>
      {takeBack.isError && <Alert severity="error">{errorText(takeBack.error, 'Failed to keep your account')}</Alert>}
      <Button
        variant="contained"
        loading={takeBack.isPending}
        onClick={() => takeBack.mutate(undefined, { onSuccess: () => void toast('Your account stays', 'success') })}
      >
        Keep my account
      </Button>
    </>
  )
}

const State = () => {
  const [isAsking, setIsAsking] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(deletionQuery())
  if (isError && !data)
    return (
      <ErrorState
        title="Failed to load what becomes of your account"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data)
    return (
      <DelayedSkeleton>
        <Skeleton height={40} width={280} />
      </DelayedSkeleton>
    )
  return (
    <Box sx={parts}>
      {data.projects.length > 0 && <Obstacles projects={data.projects} />}
      {data.dueAt === null ? (
        <Button variant="outlined" color="error" disabled={data.projects.length > 0} onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      ) : (
        <Pending dueAt={data.dueAt} />
      )}
      {isAsking && <AskDialog onClose={() => setIsAsking(false)} />}
    </Box>
  )
}

/** The end of the viewer's account, and the way back. */
export const DeletionCard = () => (
  <TitledCard title="Delete account" level={2} isDangerous>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
      You have {DELETION_DAYS} days to change your mind. Ask for your data before, if you want to keep it.
    </Typography>
    <State />
  </TitledCard>
)
