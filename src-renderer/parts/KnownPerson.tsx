import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type Mark, knownPeopleQuery } from '#data/known-people.ts'
import { useCall } from '#data/use-call.ts'
import { confirm } from '#lib/confirm.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'

const acts = {
  vouch: 'knownPeople.vouch',
  takeVouch: 'knownPeople.takeVouch',
  block: 'knownPeople.block',
  unblock: 'knownPeople.unblock',
} as const
type Act = keyof typeof acts

const done = {
  vouch: (name: string) => `You vouch for ${name} here.`,
  takeVouch: (name: string) => `You no longer vouch for ${name} here.`,
  block: (name: string) => `${name} is blocked here.`,
  unblock: (name: string) => `${name} is no longer blocked here.`,
} as const satisfies Record<Act, (name: string) => string>

const texts = {
  vouched: 'The project vouches for them: they can take tasks for people it knows.',
  blocked: 'Blocked: they can neither apply nor take tasks here.',
  none: 'Who is vouched for can take tasks for known people; who is blocked can neither apply nor take tasks.',
} as const

type Person = { userID: string; name: string }
type KnownPersonProps = { projectID: string; person: Person }

const useMark = (projectID: string, { userID, name }: Person) => {
  const write = useCall((act: Act) => acts[act], {
    input: () => ({ params: { id: projectID, userID }, body: {} }),
    onSuccess: (_answer, act) => toast(done[act](name), 'success'),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
  const block = async () => {
    const isSure = await confirm({
      title: `Block ${name}?`,
      text: 'Their open applications here are rejected, and a task that they hold and have not handed in is open again. They are not told of the block.',
      confirmLabel: 'Block',
      isDangerous: true,
    })
    if (isSure) write.mutate('block')
  }
  return { ...write, block }
}

const Marking = ({ projectID, person, mark }: KnownPersonProps & { mark: Mark }) => {
  const { mutate, isPending, variables, error, block } = useMark(projectID, person)
  const area = useKeptFocus<HTMLDivElement>()
  const button = (act: Act, label: string, press: () => void) => (
    <Button
      key={act}
      size="small"
      variant="outlined"
      color={act === 'block' ? 'error' : 'inherit'}
      disabled={isPending}
      loading={isPending && variables === act}
      onClick={press}
    >
      {label}
    </Button>
  )
  return (
    <Box
      ref={area}
      tabIndex={-1}
      role="group"
      aria-label={`${person.name} in this project`}
      sx={{ display: 'grid', gap: 1, outline: 'none' }}
    >
      {error && <Alert severity="error">{errorText(error, 'Failed to change it. Please try again.')}</Alert>}
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {texts[mark ?? 'none']}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {mark === 'vouched'
          ? button('takeVouch', 'Stop vouching', () => mutate('takeVouch'))
          : button('vouch', 'Vouch', () => mutate('vouch'))}
        {mark === 'blocked'
          ? button('unblock', 'Unblock', () => mutate('unblock'))
          : button('block', 'Block', () => void block())}
      </Box>
    </Box>
  )
}

/** Whether owners and admins vouch for a person who is no member, or block them, and what changes it. Neither is shown to the person. */
export const KnownPerson = ({ projectID, person }: KnownPersonProps) => {
  const { data, error, isFetching, refetch } = useQuery(knownPeopleQuery(projectID, true))
  if (data)
    return (
      <Marking
        projectID={projectID}
        person={person}
        mark={data.find(({ userID }) => userID === person.userID)?.mark ?? null}
      />
    )
  return error ? (
    <Alert
      severity="error"
      action={
        <Button size="small" color="inherit" loading={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {errorText(error, 'Failed to load the people')}
    </Alert>
  ) : (
    <DelayedSkeleton>
      <Skeleton variant="rounded" height={56} />
    </DelayedSkeleton>
  )
}
