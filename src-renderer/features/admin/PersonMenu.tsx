import { IconButton, Menu, MenuItem } from '@mui/material'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import type { AdministeredPerson } from '#shared/contract/administration.ts'
import { personText } from '#shared/rules/person.ts'

export type PersonVerb = 'suspend' | 'restore' | 'signOut' | 'revokeAdmin'
type PersonMenuProps = { person: AdministeredPerson; isBusy: boolean; onChoose: (verb: PersonVerb) => void }

/** What an administrator can do about a person. */
export const PersonMenu = ({ person, isBusy, onChoose }: PersonMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const item = (verb: PersonVerb, label: string) => (
    <MenuItem
      onClick={() => {
        setAnchor(null)
        onChoose(verb)
      }}
    >
      {label}
    </MenuItem>
  )
  return (
    <>
      <IconButton
        id={`${id}-button`}
        aria-label={`Actions for ${personText(person)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${id}-menu` : undefined}
        loading={isBusy}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={18} aria-hidden />
      </IconButton>
      <Menu
        id={`${id}-menu`}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {person.suspendedAt === null ? item('suspend', 'Suspend…') : item('restore', 'Restore')}
        {item('signOut', 'Sign out everywhere')}
        {person.isAdministrator && item('revokeAdmin', 'Remove administrator rights')}
      </Menu>
    </>
  )
}
