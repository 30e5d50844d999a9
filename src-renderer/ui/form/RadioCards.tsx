import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { radius, size, weight } from '../look/tokens.ts'

type RadioCardsProps<Value extends string> = {
  label: string
  required?: boolean
  choices: ReadonlyArray<{ value: Value; label: string; what: string }>
  value: Value
  onChange: (value: Value) => void
}

/** A choice between a few values, each with an explanation. One value is always chosen. */
export const RadioCards = <Value extends string>(props: RadioCardsProps<Value>) => {
  const { label, required = false, choices, value, onChange } = props
  const labelId = useId()
  return (
    <FormControl required={required}>
      {/* The label has no star: these forms mark optional fields, not required ones. */}
      <FormLabel
        id={labelId}
        required={false}
        sx={{ mb: 0.75, fontSize: size.small, fontWeight: weight.semibold, color: 'text.primary' }}
      >
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        aria-required={required}
        value={value}
        onChange={({ target }) => onChange(choices.find((choice) => choice.value === target.value)?.value ?? value)}
        sx={{ gap: 1 }}
      >
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            control={<Radio size="small" />}
            label={
              <>
                <Box component="span" sx={{ fontWeight: weight.semibold }}>
                  {choice.label}
                </Box>{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {choice.what}
                </Box>
              </>
            }
            sx={{
              m: 0,
              px: 1,
              py: 0.5,
              border: 1,
              borderRadius: radius.medium,
              borderColor: value === choice.value ? 'primary.main' : 'divider',
            }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
