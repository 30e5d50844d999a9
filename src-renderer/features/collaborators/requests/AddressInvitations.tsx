import { Box, Button, Card, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AddressInvitation } from '#shared/contract/address-invitations.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf } from '#data/query.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { useResendAddress, useWithdrawAddress } from '../data/mutations.ts'
import { addressInvitationsQuery } from '../data/queries.ts'

const whatNext = ({ state, endsAt, isResent }: AddressInvitation): string => {
  if (state === 'asked' || endsAt === null) return 'The mail leaves when an administrator lets the address in.'
  return `${isResent ? 'Mailed twice' : 'Mailed'}; open until ${formatDate(endsAt)}.`
}

const Invitation = ({ projectID, invitation }: { projectID: string; invitation: AddressInvitation }) => {
  const { email, role, createdAt, state, isResent } = invitation
  const resend = useResendAddress(projectID)
  const withdraw = useWithdrawAddress(projectID)
  const isResendable = state === 'mailed' && !isResent
  const isBusy = resend.isPending || withdraw.isPending
  const takeBack = async () => {
    const isSure = await confirm({
      title: `Withdraw the invitation of ${email}?`,
      text: 'Registering with this address then leads to no project. You can invite it again.',
      confirmLabel: 'Withdraw',
      isDangerous: true,
    })
    if (isSure) withdraw.mutate(invitation)
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        px: 2,
        py: { xs: 1.5, sm: 0.75 },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>{email}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: size.small }}>
          {`Invited as ${roleLabels[role]} on ${formatDate(createdAt)}. ${whatNext(invitation)}`}
        </Box>
      </Box>
      <Box role="group" aria-label={`Invitation of ${email}`} sx={{ display: 'flex', gap: 1 }}>
        {isResendable && (
          <Button
            size="small"
            variant="outlined"
            disabled={isBusy}
            loading={resend.isPending}
            onClick={() => resend.mutate(invitation)}
          >
            Send again
          </Button>
        )}
        <Button
          size="small"
          color="error"
          disabled={isBusy}
          loading={withdraw.isPending}
          onClick={() => void takeBack()}
          // Alone in its line, its word is below those above it.
          sx={{ ml: { xs: isResendable ? 0 : -1, sm: 0 } }}
        >
          Withdraw
        </Button>
      </Box>
    </Box>
  )
}

/** The open invitations of a project by address; none where the server has none. */
export const useAddressInvitations = (projectID: string, isWanted: boolean) => {
  const hasThem = useCapability('mailInvitations', isWanted)
  return useQuery({ ...addressInvitationsQuery(projectID), select: dataOf, enabled: hasThem && isWanted })
}

/** The open invitations of addresses without an account, if there are any. */
export const AddressInvitations = ({ projectID }: { projectID: string }) => {
  const { data, error, isFetching, refetch } = useAddressInvitations(projectID, true)
  const failure = error && (
    <Box sx={{ mb: 2 }}>
      <ErrorState
        title="Failed to load the invitations by address"
        text={errorText(error, 'Please try again in a moment.')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    </Box>
  )
  if (!data || data.length === 0) return failure
  return (
    <Box component="section" aria-label="Invited by address" sx={{ mb: 3 }}>
      {failure}
      <Typography component="h3" sx={{ mb: 1, fontSize: size.small, fontWeight: weight.semibold }}>
        {`Invited by address (${data.length})`}
      </Typography>
      <Card>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {data.map((invitation) => (
            <li key={invitation.id}>
              <Invitation projectID={projectID} invitation={invitation} />
            </li>
          ))}
        </Box>
      </Card>
    </Box>
  )
}
