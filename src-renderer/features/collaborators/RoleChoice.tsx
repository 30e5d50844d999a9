import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { givenRoles } from './labels.ts'

export type GivenRole = (typeof givenRoles)[number]['value']
type RoleChoiceProps = { label: string; value: GivenRole; onChange: (role: GivenRole) => void }

/** Admin or member, with what each may do. One of them is always chosen. */
export const RoleChoice = ({ label, value, onChange }: RoleChoiceProps) => {
  const labelId = useId()
  return (
    <FormControl required>
      <FormLabel id={labelId} sx={{ mb: 0.75, fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        aria-required
        value={value}
        onChange={(event) => onChange(event.target.value === 'admin' ? 'admin' : 'member')}
        sx={{ gap: 1 }}
      >
        {givenRoles.map((role) => (
          <FormControlLabel
            key={role.value}
            value={role.value}
            control={<Radio size="small" />}
            label={
              <>
                <Box component="span" sx={{ fontWeight: 600 }}>
                  {role.label}
                </Box>{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {role.what}
                </Box>
              </>
            }
            sx={{
              m: 0,
              px: 1,
              py: 0.5,
              border: 1,
              borderRadius: 1,
              borderColor: value === role.value ? 'primary.main' : 'divider',
            }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
