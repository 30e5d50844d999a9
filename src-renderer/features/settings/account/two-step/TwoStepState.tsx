import { Alert, Box, Button, Typography } from '@mui/material'
import type { TwoStepState as State } from '#shared/contract/index.ts'
import { formatMoment } from '#lib/format.ts'

/** With so few left it is time for new ones. */
const FEW = 2

const leftText = (left: number): string =>
  left === 0 ? 'No recovery codes left.' : left === 1 ? 'One recovery code left.' : `${left} recovery codes left.`

type TwoStepStateProps = {
  state: State
  /** A form is open below. */
  isBusy: boolean
  onRenew: () => void
  onSwitchOff: () => void
}

/** Whether two-step sign-in is on, and what may be done about it. */
export const TwoStepState = ({ state, isBusy, onRenew, onSwitchOff }: TwoStepStateProps) => {
  const { isOn, since, recoveryCodesLeft: left, isRequired, unavailable } = state
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {unavailable !== null && (
        <Alert severity={isOn ? 'error' : 'info'} sx={{ width: '100%' }}>
          {unavailable}
        </Alert>
      )}
      {!isOn && isRequired && (
        <Alert severity="warning" sx={{ width: '100%' }}>
          This server requires it for administrators. Until it’s on, you can’t use Administration.
        </Alert>
      )}
      {isOn ? (
        <>
          <Typography role="status">
            It is <strong>on</strong>
            {since !== null && ` since ${formatMoment(since)}`}. {leftText(left)}
          </Typography>
          {left <= FEW && (
            <Alert severity="warning" sx={{ width: '100%' }}>
              Create new recovery codes so you can sign in without your phone.
            </Alert>
          )}
          {!isBusy && unavailable === null && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
              <Button variant="outlined" onClick={onRenew}>
                New recovery codes
              </Button>
              <Button variant="outlined" color="error" onClick={onSwitchOff}>
                Switch off
              </Button>
            </Box>
          )}
        </>
      ) : (
        <Typography role="status">
          It is <strong>off</strong>.
        </Typography>
      )}
    </Box>
  )
}
