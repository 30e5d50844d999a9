import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#data/capabilities.ts'
import { size } from '#ui/look/tokens.ts'
import { addressInvitationsQuery } from '../data/queries.ts'

type UnknownAddressProps = { projectID: string; address: string | null; onPick: (address: string) => void }

/** Offers to invite an address of which the search knows no account, and says when its mail would leave. */
export const UnknownAddress = ({ projectID, address, onPick }: UnknownAddressProps) => {
  const mayInvite = useCapability('mailInvitations', address !== null)
  const { data } = useQuery({ ...addressInvitationsQuery(projectID), enabled: mayInvite && address !== null })
  if (!mayInvite || !data || address === null) return null
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere', fontSize: size.small }}>
        {`${address} has no account here. `}
        {data.mode === 'on' ? 'Their mail leaves at once.' : 'Their mail leaves when an administrator has let them in.'}
      </Box>
      <Button variant="outlined" onClick={() => onPick(address)}>
        Invite them
      </Button>
    </Box>
  )
}
