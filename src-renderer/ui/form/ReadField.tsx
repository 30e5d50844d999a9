import { Box, FormHelperText, InputLabel, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { visuallyHidden } from '../look/text-looks.ts'

type ReadFieldProps = {
  label: string
  none: string
  isLabelHidden?: boolean
  /** Why it cannot be changed, below what is set. */
  note?: string
  children: ReactNode
}

/** A field that the viewer may not change, read as text with its label; `children` are what is set, if anything. */
export const ReadField = ({ label, none, isLabelHidden = false, note, children }: ReadFieldProps) => {
  const labelID = useId()
  return (
    <Box role="group" aria-labelledby={labelID} sx={{ minWidth: 0 }}>
      <InputLabel
        id={labelID}
        component="span"
        variant="outlined"
        sx={isLabelHidden ? visuallyHidden : { display: 'block' }}
      >
        {label}
      </InputLabel>
      <Typography
        component="div"
        dir="auto"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 0.75,
          overflowWrap: 'anywhere',
          '& > *': { minWidth: 0, maxWidth: '100%' },
        }}
      >
        {children || (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {none}
          </Box>
        )}
      </Typography>
      {note && <FormHelperText>{note}</FormHelperText>}
    </Box>
  )
}
