import { Box, FormControlLabel, Switch } from '@mui/material'
import { SKILLS_FILTER_MAX } from '#shared/contract/index.ts'
import { skillsList } from '#shared/rules/skills.ts'
import type { ChangeList } from '#lib/address-state.ts'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { SkillLevelSelect } from '#ui/list/SkillLevelSelect.tsx'
import { SkillsField } from '#ui/form/SkillsField.tsx'
import { hoursChoices, type MarketFilters, payChoices } from './market-filters.ts'

export type MarketFilterProps = {
  filters: MarketFilters
  change: ChangeList<MarketFilters>
  /** Whether the server takes more than words and skill level. */
  canChoose: boolean
}

/** The market's filters beside its search: beside the list on wide screens, in a sheet on small ones. */
export const MarketFilterFields = ({ filters, change, canChoose }: MarketFilterProps) => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <SkillLevelSelect level={filters.level} onChange={(level) => change({ level })} sx={{ width: '100%' }} />
    {canChoose && (
      <>
        <SkillsField
          hint="Match all of these."
          value={skillsList(filters.skills)}
          onChange={(skills) => {
            const next = skills.join(',')
            if (next.length <= SKILLS_FILTER_MAX) change({ skills: next })
          }}
        />
        <FilterSelect
          label="Hours"
          all="Any hours"
          choices={hoursChoices}
          value={filters.hours}
          onChange={(hours) => change({ hours })}
          sx={{ width: '100%' }}
        />
        <FilterSelect
          label="Budget"
          all="Any budget"
          choices={payChoices}
          value={filters.pay}
          onChange={(pay) => change({ pay })}
          sx={{ width: '100%' }}
        />
        <FormControlLabel
          control={<Switch checked={filters.saved} onChange={(_event, saved) => change({ saved })} />}
          label="Only saved projects"
        />
      </>
    )}
  </Box>
)
