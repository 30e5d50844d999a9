import { Alert, Box, Button, Chip, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AccessToken } from '#shared/contract/index.ts'
import { dataOf, query } from '#data/query.ts'
import { confirm } from '#lib/confirm.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { useRevokeToken } from './mutations.ts'

/** The viewer's own access tokens that are not revoked, the newest first. */
const tokensQuery = () => query('tokens.list', {}, { select: dataOf })

const isPast = (iso: string, now = Date.now()): boolean => Date.parse(iso) <= now

const Token = ({ token }: { token: AccessToken }) => {
  const revoke = useRevokeToken()
  const { id, name, scopes, endsAt, lastUsedAt } = token
  const hasEnded = isPast(endsAt)
  const ask = async () => {
    const isSure = await confirm({
      title: `Revoke “${name}”?`,
      text: 'Whatever uses this token stops working at once.',
      confirmLabel: 'Revoke',
      isDangerous: true,
    })
    if (isSure) revoke.mutate(id, { onSuccess: () => void toast(`“${name}” is revoked`, 'success') })
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
          {name} {hasEnded && <Chip component="span" size="small" color="warning" label="Ended" sx={{ ml: 0.5 }} />}
        </Typography>
        <Typography sx={{ fontSize: size.note, color: 'text.secondary' }}>
          May {scopes.join(', ')} · {hasEnded ? 'ended' : 'works until'} {formatMoment(endsAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        color="error"
        size="small"
        loading={revoke.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => void ask()}
      >
        Revoke
      </Button>
      {revoke.isError && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {errorText(revoke.error, 'Failed to revoke the access token')}
        </Alert>
      )}
    </Box>
  )
}

const Tokens = () => {
  const { data, isError, isFetching, refetch } = useQuery(tokensQuery())
  if (isError && !data)
    return (
      <ErrorState title="Failed to load your access tokens" onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  if (!data)
    return (
      <DelayedSkeleton>
        {[1, 2].map((row) => (
          <Skeleton key={row} height={64} />
        ))}
      </DelayedSkeleton>
    )
  if (data.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You have no access tokens. Make one above for a script or a program.
      </Typography>
    )
  return (
    <>
      {isError && (
        <Box sx={{ mb: 2 }}>
          <ErrorState title="This list may be out of date" onRetry={() => void refetch()} isRetrying={isFetching} />
        </Box>
      )}
      <Box component="ul" aria-label="Access tokens" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((token) => (
          <Token key={token.id} token={token} />
        ))}
      </Box>
      <CutNote of={tokensQuery()} />
    </>
  )
}

/** The viewer's own access tokens, and the way to revoke them. */
export const TokensCard = () => (
  <TitledCard title="Your access tokens" level={2}>
    <Tokens />
  </TitledCard>
)
