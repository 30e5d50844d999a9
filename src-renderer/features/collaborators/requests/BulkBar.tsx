import { Alert, Box, Button, Typography } from '@mui/material'
import { DECIDED_MAX } from '#shared/contract/index.ts'
import { countOf } from '../data/labels.ts'

type BulkBarProps = {
  count: number
  isPending: boolean
  /** Why the last try failed as a whole. */
  error: string | null
  onApprove: () => void
  onReject: () => void
  onClear: () => void
}

/** What can be done to the selected applications at once, and how many these are. */
export const BulkBar = ({ count, isPending, error, onApprove, onReject, onClear }: BulkBarProps) => {
  const isTooMany = count > DECIDED_MAX
  return (
    <Box
      role="group"
      aria-label="Selected applications"
      sx={{ display: 'grid', gap: 1, px: 1.5, py: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" role="status" className="tabular" sx={{ flex: 1, minWidth: 96 }}>
          {countOf(count, 'application')} selected
        </Typography>
        <Button size="small" variant="outlined" loading={isPending} disabled={isTooMany} onClick={onApprove}>
          {`Approve ${count}`}
        </Button>
        <Button size="small" disabled={isPending || isTooMany} onClick={onReject}>
          {`Reject ${count}…`}
        </Button>
        <Button size="small" color="inherit" disabled={isPending} onClick={onClear}>
          Clear
        </Button>
      </Box>
      {isTooMany && <Alert severity="info">At most {DECIDED_MAX} applications are answered at once.</Alert>}
      {error && <Alert severity="error">{error}</Alert>}
    </Box>
  )
}
