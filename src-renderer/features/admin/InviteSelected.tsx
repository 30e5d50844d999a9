import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { PAGE_SIZE_MAX } from '#shared/contract/index.ts'
import { api } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** Addresses of the waitlist by the IDs of their rows. */
type Selection = ReadonlyMap<string, string>

type InviteSelectedProps = {
  selected: Selection
  q: string
  onSelect: (selected: Selection) => void
  onInvite: (addresses: readonly string[]) => void
}

/** Everybody on the waitlist who fits the search and was not invited yet. */
const findNotInvited = async (q: string): Promise<Selection> => {
  const found = new Map<string, string>()
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, pagination } = await api.waitlist.list({
      query: { page, limit: PAGE_SIZE_MAX, ...(q.trim() && { q: q.trim() }) },
    })
    for (const { id, email, isInvited } of data) if (!isInvited) found.set(id, email)
    last = pagination.totalPages
  }
  return found
}

/** Invites the rows that are ticked in the waitlist, on all of its pages. */
export const InviteSelected = ({ selected, q, onSelect, onInvite }: InviteSelectedProps) => {
  const [isLooking, setIsLooking] = useState(false)
  const selectAll = async () => {
    setIsLooking(true)
    try {
      const found = await findNotInvited(q)
      if (found.size > 0) onSelect(found)
      else toast('Everybody on this list was invited before.', 'info')
    } catch (error) {
      toast(errorText(error, 'Failed to fetch waitlist users'), 'error')
    }
    setIsLooking(false)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      {selected.size > 0 && (
        <Button variant="contained" onClick={() => onInvite([...selected.values()])} className="tabular">
          Invite {selected.size} selected
        </Button>
      )}
      <Button loading={isLooking} onClick={() => void selectAll()}>
        Select all who are not invited
      </Button>
      {selected.size > 0 && (
        <Button color="inherit" onClick={() => onSelect(new Map())}>
          Select none
        </Button>
      )}
    </Box>
  )
}
