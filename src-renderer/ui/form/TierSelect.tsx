import { MenuItem, TextField, type TextFieldProps } from '@mui/material'
import { tiers } from '#shared/contract/index.ts'
import { tierLabels } from '#shared/rules/tiers.ts'

/** The select of a project's tier; without a value none is chosen. */
export const TierSelect = ({ value = '', ...field }: Omit<TextFieldProps, 'select' | 'label' | 'children'>) => (
  <TextField select label="Tier" value={value} {...field}>
    {tiers.map((tier) => (
      <MenuItem key={tier} value={tier}>
        {tierLabels[tier]}
      </MenuItem>
    ))}
  </TextField>
)
