import { Box, FormControlLabel, Switch, TextField } from '@mui/material'
import { useState } from 'react'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { modeChoices, type OpenTaskFilters, rewardChoices, taskHoursChoices } from './open-task-filters.ts'

export type TaskFilterProps = {
  filters: OpenTaskFilters
  change: (next: Partial<OpenTaskFilters>) => void
}

const wide = { width: '100%' } as const

const SkillField = ({ skill, onChange }: { skill: string; onChange: (skill: string) => void }) => {
  const [typed, setTyped] = useState(skill)
  const [seen, setSeen] = useState(skill)
  if (skill !== seen) {
    setSeen(skill)
    setTyped(skill)
  }
  const send = () => {
    if (typed.trim() !== skill) onChange(typed.trim())
  }
  return (
    <TextField
      label="Skill"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={send}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send()
      }}
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  )
}

/** The filters of open tasks: beside the list on wide screens, in a sheet on small ones. */
export const OpenTaskFields = ({ filters, change }: TaskFilterProps) => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <FormControlLabel
      control={<Switch checked={filters.forMe} onChange={(_event, forMe) => change({ forMe })} />}
      label="Only what I may take"
    />
    <SkillField skill={filters.skill} onChange={(skill) => change({ skill })} />
    <FilterSelect
      label="Reward"
      all="Any reward"
      choices={rewardChoices}
      value={filters.reward}
      onChange={(reward) => change({ reward })}
      sx={wide}
    />
    <FilterSelect
      label="Estimate"
      all="Any estimate"
      choices={taskHoursChoices}
      value={filters.hours}
      onChange={(hours) => change({ hours })}
      sx={wide}
    />
    <FilterSelect
      label="How it is given out"
      all="Either way"
      choices={modeChoices}
      value={filters.mode}
      onChange={(mode) => change({ mode })}
      sx={wide}
    />
    <FormControlLabel
      control={<Switch checked={filters.saved} onChange={(_event, saved) => change({ saved })} />}
      label="Only saved tasks"
    />
  </Box>
)
