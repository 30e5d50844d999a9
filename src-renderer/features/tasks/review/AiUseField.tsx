import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { type AiRule, type AiUse, aiUses } from '#shared/contract/task-offer.ts'
import { aiUseText } from '#shared/rules/offer-terms.ts'

type AiUseFieldProps = {
  rule: AiRule
  value: AiUse | null
  onChange: (use: AiUse | null) => void
  error: string | undefined
}

/** On a phone the field is the last of the sheet, and its message would appear below the edge. */
const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView?.({ block: 'nearest' })

/** What a hand-in says of generators: a tick where none may be used, else a choice. */
export const AiUseField = ({ rule, value, onChange, error }: AiUseFieldProps) => {
  const belowID = useId()
  const below = error && (
    <FormHelperText id={belowID} role="alert" ref={bringIntoView}>
      {error}
    </FormHelperText>
  )
  if (rule === 'none')
    return (
      <FormControl error={Boolean(error)} required>
        <FormControlLabel
          control={
            <Checkbox
              checked={value === 'none'}
              onChange={(_event, isTicked) => onChange(isTicked ? 'none' : null)}
              slotProps={{ input: { 'aria-describedby': error ? belowID : undefined } }}
            />
          }
          label={<Typography component="span">{aiUseText.none}</Typography>}
        />
        {below}
      </FormControl>
    )
  return (
    <FormControl error={Boolean(error)}>
      <FormLabel id={`${belowID}-label`} sx={{ color: 'text.primary' }}>
        Was an AI generator used?
      </FormLabel>
      <RadioGroup
        aria-labelledby={`${belowID}-label`}
        aria-describedby={error ? belowID : undefined}
        value={value ?? ''}
        onChange={(_event, use) => onChange(use as AiUse)}
      >
        {aiUses.map((use) => (
          <FormControlLabel key={use} value={use} control={<Radio size="small" />} label={aiUseText[use]} />
        ))}
      </RadioGroup>
      {below}
    </FormControl>
  )
}
