import { Alert, Box, Button, DialogContentText, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DELETION_DAYS, type OwnDeletion } from '#shared/contract/index.ts'
import type { OwnDebt } from '#shared/contract/own-data.ts'
import { smallestUnitsOf } from '#shared/rules/reward-money.ts'
import { useCapability } from '#data/capabilities.ts'
import { moneyText } from '#lib/amounts.ts'
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

const list = { m: 0, mt: 1, pl: 2.5 } as const
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
    account can be deleted. Work that was handed in has to be answered before.
    <Box component="ul" sx={list}>
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

const amountOf = ({ currency, amountCents }: OwnDebt) => moneyText(currency, smallestUnitsOf(currency, amountCents))

/** What projects owe that nobody else could pay, each with the way to it. */
const OwedAlone = ({ debts }: { debts: readonly OwnDebt[] }) => (
  <Alert severity="warning" sx={{ width: '100%' }}>
    You are the only owner of projects that owe something. Record what is owed before your account can be deleted.
    <Box component="ul" sx={list}>
      {debts.map((debt) => (
        <li key={`${debt.project.id} ${debt.person} ${debt.currency}`}>
          <Link component={RouterLink} to={paths.ledger(debt.project.id)} sx={{ overflowWrap: 'anywhere' }}>
            {debt.project.title}
          </Link>
          : {amountOf(debt)} to {debt.person}
        </li>
      ))}
    </Box>
  </Alert>
)

/** What the viewer gives up with the account. */
const GivenUp = ({ debts }: { debts: readonly OwnDebt[] }) => (
  <Alert severity="info" sx={{ width: '100%' }}>
    You are owed money. What is not paid when your account is deleted is given up.
    <Box component="ul" sx={list}>
      {debts.map((debt) => (
        <li key={`${debt.project.id} ${debt.currency}`}>
          {amountOf(debt)} by {debt.person} in {debt.project.title}
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
  const hasRewards = useCapability('rewards', true)
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
  const { owedByMe, owedToMe } = hasRewards ? data : { owedByMe: [], owedToMe: [] }
  return (
    <Box sx={parts}>
      {owedByMe.length > 0 && <OwedAlone debts={owedByMe} />}
      {owedToMe.length > 0 && <GivenUp debts={owedToMe} />}
      {data.projects.length > 0 && <Obstacles projects={data.projects} />}
      {data.dueAt === null ? (
        <Button
          variant="outlined"
          color="error"
          disabled={data.projects.length + owedByMe.length > 0}
          onClick={() => setIsAsking(true)}
        >
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
