import { Box, MenuItem, TextField } from '@mui/material'
import { industries } from '#shared/contract/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { SkillLevelSelect } from '#ui/list/SkillLevelSelect.tsx'
import type { ChangeFilters, TalentFilters } from './talent-filters.ts'

/** Filters that no call takes yet: they are shown disabled, with the reason. */
const unusable = [
  { label: 'Budget', value: 'Any budget', reason: 'Not available: profiles have no rates.' },
  { label: 'Duration', value: 'Any duration', reason: 'Not available: profiles don’t say how long people are free.' },
  {
    label: 'Rating',
    value: 'Any rating',
    reason: 'Not available: there are no ratings. Reputation grows with finished tasks.',
  },
] as const

/** The directory's filters beside its search; beside the list on wide screens, in a drawer on small ones. */
export const TalentFilterFields = ({ filters, change }: { filters: TalentFilters; change: ChangeFilters }) => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <SkillLevelSelect level={filters.level} onChange={(level) => change({ level })} />
    <TextField
      select
      label="Industry"
      value={filters.industry ?? 'any'}
      onChange={(event) => change({ industry: industries.find((one) => one === event.target.value) ?? null })}
    >
      <MenuItem value="any">All industries</MenuItem>
      {industries.map((industry) => (
        <MenuItem key={industry} value={industry}>
          {industry}
        </MenuItem>
      ))}
    </TextField>
    {unusable.map(({ label, value, reason }) => (
      <Field key={label} label={label} value={value} hint={reason} disabled size="small" readOnly />
    ))}
  </Box>
)
