import { Alert, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { actorOf, useLiveState } from '#data/live-state.ts'
import { membersQuery } from '#data/memberships.ts'

type NewerNoticeProps = { newer: Task; onShow: () => void }

/** Says who has changed the task while the viewer edits it. Nothing in the form changes until they press Show. */
export const NewerNotice = ({ newer, onShow }: NewerNoticeProps) => {
  const client = useQueryClient()
  const actorID = useLiveState((state) => actorOf(state, newer))
  const members = client.getQueryData(membersQuery(newer.projectID).queryKey)?.data ?? []
  const actor = members.find(({ userID }) => userID === actorID)
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" size="small" onClick={onShow}>
          Show
        </Button>
      }
    >
      {actor ? actor.name || actor.username : 'Somebody'} changed this task.
    </Alert>
  )
}
