import { Box, IconButton, Menu, MenuItem } from '@mui/material'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { size } from '#ui/look/tokens.ts'
import { whyUntouchable } from './member-actions.ts'
import { useAskAndRemove } from './use-ask-and-remove.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import type { Team } from '../data/use-team.ts'

const Label = ({ text, reason, reasonId }: { text: string; reason: string | null; reasonId: string }) => (
  <Box sx={{ whiteSpace: 'normal', maxWidth: 260 }}>
    <Box sx={{ color: reason ? 'text.secondary' : undefined }}>{text}</Box>
    {reason && (
      <Box id={reasonId} sx={{ fontSize: size.note, color: 'text.secondary' }}>
        {reason}
      </Box>
    )}
  </Box>
)

/** The actions for one member. An action that is not possible stays in the menu, disabled, with the reason. */
export const CollaboratorMenu = ({ team, person }: { team: Team; person: Collaborator }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const { openDialog } = useCollaboratorsView()
  const { askAndRemove, isPending } = useAskAndRemove(team.projectID, team.viewerID)
  const { name, userID } = person
  const isSelf = userID === team.viewerID
  const reason = whyUntouchable(team.role, person, team.collaborators)
  const close = () => setAnchor(null)
  const remove = () => {
    if (reason) return
    close()
    void askAndRemove(person)
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
        loading={isPending}
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
        <MenuItem {...item('remove')} onClick={remove}>
          <Label text={isSelf ? 'Leave Project' : 'Remove from Project'} reason={reason} reasonId={`${id}-remove`} />
        </MenuItem>
      </Menu>
    </>
  )
}
