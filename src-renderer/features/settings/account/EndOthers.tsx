import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useEndOtherSessions } from './mutations.ts'
import { sessionsQuery } from './queries.ts'

/** After a change that makes the account safer: offers to end the sessions that began before it. Shows nothing without any. */
export const EndOthers = ({ onDone }: { onDone: () => void }) => {
  const { data: sessions = [] } = useQuery(sessionsQuery())
  const end = useEndOtherSessions()
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  if (others === 0) return null
  return (
    <Alert
      severity={end.isError ? 'error' : 'info'}
      sx={{ width: '100%', mt: 2 }}
      action={
        <Button
          color="inherit"
          size="small"
          loading={end.isPending}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => {
                onDone()
                toast('Your other devices are signed out', 'success')
              },
            })
          }
        >
          Sign them out
        </Button>
      }
    >
      {end.isError
        ? errorText(end.error, 'Failed to end your sessions')
        : `You are still signed in on ${others === 1 ? 'one other device' : `${others} other devices`}.`}
    </Alert>
  )
}
