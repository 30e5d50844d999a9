import { Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectRequest, ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { nameOf } from '#shared/rules/person.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownClaimsQuery, runningClaimsQuery } from '#data/claims.ts'
import { membersQuery } from '#data/memberships.ts'
import { query } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { answerByText } from '#lib/answer-date.ts'
import { confirm } from '#lib/confirm.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { KnownPerson } from '#parts/KnownPerson.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { HoldActs, HoldSheet } from './HoldActs.tsx'

/** Who waits for the task, the one who applied first coming first. */
const applicantsQuery = ({ projectID, id }: Task, isWanted: boolean) =>
  query(
    'memberships.requests',
    { params: { id: projectID }, query: { type: 'received' } },
    {
      select: ({ data }) =>
        data
          .filter(({ task, status }) => task?.id === id && status === requestStatus.pending)
          .toSorted((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? '')),
      enabled: isWanted,
    },
  )

/** Gives the task to an applicant, which answers all others. */
const useApprove = ({ projectID, taskId: number }: Task) =>
  useCall('memberships.answerById', {
    input: ({ id }: ProjectRequest) => ({ params: { projectId: projectID }, body: { requestId: id, accept: true } }),
    onSuccess: (_answer, request) => toast(`${nameOf(request)} has task #${number} now.`, 'success'),
    onError: (error) => toast(errorText(error, 'Failed to accept request. Please try again.'), 'error'),
    sameWhen: ({ id }) => id,
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

const part = { flex: 'none', px: 3, py: 1.5, borderBottom: 1, borderColor: 'divider' } as const

const Applicants = ({ task, requests }: { task: Task; requests: readonly ProjectRequest[] }) => {
  const approve = useApprove(task)
  const area = useKeptFocus<HTMLDivElement>()
  const choose = async (request: ProjectRequest) => {
    const name = nameOf(request)
    const others = requests.length - 1
    const isSure =
      others === 0 ||
      (await confirm({
        title: `Give the task to ${name}?`,
        text: `${others === 1 ? 'The other person' : `The ${others} other people`} who applied will read that somebody else was chosen.`,
        confirmLabel: 'Approve',
      }))
    if (isSure) approve.mutate(request)
  }
  return (
    <Box
      component="section"
      aria-label="Applications for this task"
      ref={area}
      tabIndex={-1}
      sx={{ ...part, outline: 'none' }}
    >
      <Typography variant="h4" component="h3" className="tabular">
        {requests.length === 1 ? '1 application' : `${requests.length} applications`}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {requests.map((request) => {
          const name = nameOf(request)
          return (
            <Box
              component="li"
              key={request.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, pt: 1 }}
            >
              <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
                {name}
                {request.answerBy && (
                  <Typography variant="note" sx={{ display: 'block', color: 'text.secondary' }}>
                    {answerByText(request.answerBy)}
                  </Typography>
                )}
              </Box>
              <TextLink
                component={Link}
                to={paths.projectRequests(task.projectID, request.id)}
                aria-label={`Read the application of ${name}`}
                sx={{ typography: 'body2' }}
              >
                Read
              </TextLink>
              <Button
                size="small"
                variant="outlined"
                aria-label={`Approve ${name}`}
                disabled={approve.isPending}
                loading={approve.isPending && approve.variables.id === request.id}
                onClick={() => void choose(request)}
              >
                Approve
              </Button>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** For a member who has the task: until when, more time, and the way to give it back. */
export const HolderTime = ({ task }: { task: Task }) => {
  const viewerID = useSession((session) => session.userID)
  const number = Number(task.taskId)
  const isHolder = viewerID !== null && task.assignedToID === viewerID && number > 0
  const isWanted = useCapability('claims', isHolder)
  const { data: claims } = useQuery(ownClaimsQuery(task.projectID, number, isWanted))
  const claim = isHolder ? claims?.find(({ state }) => state === 'active') : undefined
  if (!claim) return null
  return (
    <Box sx={{ ...part, '&:empty': { display: 'none' } }}>
      <HoldActs task={task} claim={claim} />
    </Box>
  )
}

const TakeBack = ({ claimID, name }: { claimID: string; name: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <NetworkButton size="small" color="inherit" sx={{ ml: -0.75 }} onClick={() => setIsOpen(true)}>
        Take the task back
      </NetworkButton>
      {isOpen && (
        <HoldSheet
          act="takeBack"
          claimID={claimID}
          note={`${name} reads why. Nobody has the task then, and an offer is open again.`}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** For owners and admins: who has applied for the task, and what they can do about somebody else who has it. */
export const TaskPeople = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const isWanted = useCapability('claims', isManager(role)) && isManager(role)
  const { data: requests = [] } = useQuery(applicantsQuery(task, isWanted && task.assignedToID === null))
  const { data: members } = useQuery({ ...membersQuery(task.projectID), enabled: isWanted })
  const { assignedToID: userID } = task
  const viewerID = useSession((session) => session.userID)
  const isOthers = userID !== null && userID !== viewerID
  const { data: running } = useQuery({ ...runningClaimsQuery(task.projectID), enabled: isWanted && isOthers })
  if (!isWanted) return null
  const isGuest = userID !== null && members !== undefined && !members.some((member) => member.userID === userID)
  const taken = isOthers && running?.find(({ taskID, mayTakeBack }) => taskID === task.id && mayTakeBack)
  const name = task.assignedToName || task.assignedToUsername || 'The holder'
  return (
    <>
      {requests.length > 0 && <Applicants task={task} requests={requests} />}
      {(isGuest || taken) && (
        <Box component="section" aria-label="Who has the task" sx={part}>
          <Typography variant="h4" component="h3" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
            {isGuest ? `${name} is a guest` : `${name} has the task`}
          </Typography>
          {isGuest && <KnownPerson projectID={task.projectID} person={{ userID, name }} />}
          {taken && <TakeBack claimID={taken.id} name={name} />}
        </Box>
      )}
    </>
  )
}
