import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useId } from 'react'
import type { Wish } from '#shared/contract/index.ts'

type WishChoiceProps = { value: Wish | null; onChange: (wish: Wish | null) => void; isDisabled: boolean }

/** What somebody wants here, if they like to say. A second press takes the choice back. */
export const WishChoice = ({ value, onChange, isDisabled }: WishChoiceProps) => {
  const labelID = useId()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mt: 1.5 }}>
      <Typography id={labelID} variant="body2" sx={{ color: 'text.secondary' }}>
        I want to (optional):
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-labelledby={labelID}
        disabled={isDisabled}
        value={value}
        onChange={(_, wish: Wish | null) => onChange(wish)}
      >
        <ToggleButton value="getWorkDone">Get work done</ToggleButton>
        <ToggleButton value="work">Do work</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
}
