import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Collaborator } from '../../../shared/rules/collaborators.ts'
import { confirm } from '../../lib/confirm.ts'
import { paths } from '../../lib/paths.ts'
import { whyUntouchable } from './member-actions.ts'
import { useRemoveMember } from './mutations.ts'
import { useCollaboratorsView } from './use-collaborators-view.ts'
import type { Team } from './use-team.ts'

const Label = ({ text, reason, reasonId }: { text: string; reason: string | null; reasonId: string }) => (
  <Box sx={{ whiteSpace: 'normal', maxWidth: 260 }}>
    <Box sx={{ color: reason ? 'text.secondary' : undefined }}>{text}</Box>
    {reason && (
      <Box id={reasonId} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {reason}
      </Box>
    )}
  </Box>
)

/** What can be done about one member. What cannot stays in the menu, where it says why. */
export const CollaboratorMenu = ({ team, person }: { team: Team; person: Collaborator }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const navigate = useNavigate()
  const { openDialog } = useCollaboratorsView()
  const remove = useRemoveMember(team.projectId)
  const { name, userID } = person
  const isSelf = userID === team.viewerID
  const reason = whyUntouchable(team.role, person, team.collaborators)
  const close = () => setAnchor(null)
  const askAndRemove = async () => {
    close()
    const isSure = await confirm({
      title: isSelf ? 'Leave this project?' : `Remove ${name} from the project?`,
      text: `${isSelf ? 'You lose' : `${name} loses`} access at once, and unfinished tasks become free. What was paid stays in the ledger.`,
      confirmLabel: isSelf ? 'Leave project' : 'Remove',
      isDangerous: true,
    })
    if (!isSure) return
    remove.mutate({ userID, name, isSelf }, { onSuccess: () => void (isSelf && navigate(paths.myProjects())) })
  }
  const item = (key: string) => ({
    'aria-disabled': reason !== null,
    'aria-describedby': reason ? `${id}-${key}` : undefined,
  })
  return (
    <>
      <IconButton
        id={`${id}-button`}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${id}-menu` : undefined}
        loading={remove.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={18} aria-hidden />
      </IconButton>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        <MenuItem
          {...item('role')}
          onClick={() => {
            if (reason) return
            close()
            openDialog('role', userID)
          }}
        >
          <Label text="Change Role" reason={reason} reasonId={`${id}-role`} />
        </MenuItem>
        <MenuItem {...item('remove')} onClick={() => reason === null && void askAndRemove()}>
          <Label text="Remove from Project" reason={reason} reasonId={`${id}-remove`} />
        </MenuItem>
      </Menu>
    </>
  )
}
