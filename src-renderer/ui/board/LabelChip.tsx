import { Box } from '@mui/material'
import type { LabelColour } from '#shared/contract/index.ts'
import { labelLooks } from './label-colours.ts'
import { radius, size, weight } from '../look/tokens.ts'

/** A label: its name on its colour, and never the colour alone. */
export const LabelChip = ({ name, colour }: { name: string; colour: LabelColour }) => {
  const { light, dark } = labelLooks[colour]
  return (
    <Box
      component="span"
      dir="auto"
      title={name}
      sx={[
        {
          display: 'inline-block',
          verticalAlign: 'middle',
          maxWidth: '100%',
          px: 0.75,
          // The system draws it where it takes the ground away.
          outline: '1px solid transparent',
          outlineOffset: -1,
          borderRadius: radius.small,
          fontSize: size.tiny,
          fontWeight: weight.medium,
          lineHeight: '1.25rem',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: light.text,
          bgcolor: light.ground,
        },
        (theme) => theme.applyStyles('dark', { color: dark.text, backgroundColor: dark.ground }),
      ]}
    >
      {name}
    </Box>
  )
}
