import { Box, Button, IconButton } from '@mui/material'
import { Trash2 } from 'lucide-react'
import type { WaitlistUser } from '#shared/contract/index.ts'

export type RowActs = {
  invite: (email: string) => void
  letIn: (email: string) => void
  /** The address that is being let in. */
  lettingIn: string | null
  /** Null where the server cannot take an address off the list. */
  remove: ((entry: WaitlistUser) => void) | null
}

const look = { minWidth: 0, px: 1, whiteSpace: 'nowrap' } as const

/** What can be done with one address of the waitlist. One that a project wants is let in by one press. */
export const WaitlistActs = ({ row, invite, letIn, lettingIn, remove }: RowActs & { row: WaitlistUser }) => (
  <Box sx={{ mr: -1, display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
    {!row.isInvited && row.wantedBy.length > 0 ? (
      <Button
        size="small"
        aria-label={`Let in ${row.email}`}
        disabled={lettingIn !== null}
        loading={lettingIn === row.email}
        onClick={() => letIn(row.email)}
        sx={look}
      >
        Let in
      </Button>
    ) : (
      <Button size="small" aria-label={`Invite ${row.email}`} onClick={() => invite(row.email)} sx={look}>
        Invite
      </Button>
    )}
    {remove && (
      <IconButton
        size="small"
        aria-label={`Remove ${row.email} from the waitlist`}
        title="Remove from the waitlist"
        onClick={() => remove(row)}
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
    )}
  </Box>
)
