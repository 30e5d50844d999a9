import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { fold } from '#shared/contract/fold.ts'
import { addressOf, type Stranger } from '#shared/rules/import/people.ts'
import { useCapability } from '#data/capabilities.ts'
import { call } from '#data/operations.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { tasksText } from './ImportPreview.tsx'

/** How many people are shown at first, and how many more a press opens. */
const PEOPLE = 8

/** The ID of the account that a file means: that of the address, or the only one with this username or name. */
const accountOf = async (projectID: string, person: Stranger): Promise<string | undefined> => {
  const { name, calls } = person
  const address = addressOf(person)
  const { data } = await call('memberships.search', {
    params: { id: projectID, query: address ?? calls[0] ?? name },
    query: { global: 'true' },
  })
  const wanted = new Set((address === undefined ? [...calls, name] : [address]).map(fold))
  const found = data.filter(({ email, username, name: full }) =>
    (address === undefined ? [username, full] : [email]).some((word) => wanted.has(fold(word))),
  )
  return found.length === 1 ? found[0]?.id : undefined
}

const outcomes = {
  asked: 'An administrator lets them in first; then their mail leaves.',
  mailed: 'Their mail is on its way.',
  invited: 'They are invited.',
} as const

const Person = ({ projectID, person }: { projectID: string; person: Stranger }) => {
  const [said, setSaid] = useState('')
  const [done, setDone] = useState<'Invited' | null>(null)
  const [isPending, setIsPending] = useState(false)
  const { mutateAsync } = useCall('memberships.invite', {
    input: (userID: string) => ({ params: { id: projectID, userId: userID }, body: { role: 'member' as const } }),
  })
  const { mutateAsync: inviteAddress } = useCall('addressInvitations.create', {
    input: (email: string) => ({ params: { id: projectID }, body: { email, role: 'member' as const } }),
  })
  const mayInvite = useCapability('mailInvitations', true)
  const invite = async () => {
    if (isPending || done) return
    setIsPending(true)
    setSaid('')
    try {
      const id = await accountOf(projectID, person)
      const address = addressOf(person)
      if (id === undefined && address !== undefined && mayInvite) {
        const { data } = await inviteAddress(address)
        setDone('Invited')
        setSaid(`${address} has no account here. ${outcomes[data.state]}`)
      } else if (id === undefined) setSaid('No account is found. Once they have one, invite them under Collaborators.')
      else {
        await mutateAsync(id)
        setDone('Invited')
        setSaid('Invited. Their tasks can be given to them once they accept.')
      }
    } catch (error) {
      setSaid(errorText(error, 'Failed to send invite. Please try again.'))
    }
    setIsPending(false)
  }
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <Typography sx={{ flex: 1, minWidth: 160, overflowWrap: 'anywhere' }}>
        {`${person.name} · ${tasksText(person.count)}`}
      </Typography>
      <Button
        onClick={() => void invite()}
        loading={isPending}
        disabled={done !== null}
        aria-label={`Invite ${person.name}`}
      >
        {done ?? 'Invite'}
      </Button>
      <Typography role="status" variant="body2" sx={{ flexBasis: '100%', color: 'text.secondary' }}>
        {said}
      </Typography>
    </Box>
  )
}

/** The assignees of a file who are no members, each with one invitation for all their tasks. */
export const ImportPeople = ({ projectID, people }: { projectID: string; people: readonly Stranger[] }) => {
  const [shown, setShown] = useState(PEOPLE)
  if (people.length === 0) return null
  return (
    <Box component="section" aria-label="Not in the project">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Not in the project
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The descriptions name them. People who accept before the import get their tasks.
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {people.slice(0, shown).map((person) => (
          <Person key={person.name} projectID={projectID} person={person} />
        ))}
      </Box>
      {people.length > shown && (
        <Button onClick={() => setShown(people.length)}>{`Show ${people.length - shown} more`}</Button>
      )}
    </Box>
  )
}
