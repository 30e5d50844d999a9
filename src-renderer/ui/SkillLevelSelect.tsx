import MenuItem from '@mui/material/MenuItem'
import type { SxProps } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { type SkillLevel, skillLevels } from '../../shared/contract/index.ts'
import { skillLevelLabels } from '../../shared/rules/tiers.ts'

type SkillLevelSelectProps = { level: SkillLevel | null; onChange: (level: SkillLevel | null) => void; sx?: SxProps }

export const SkillLevelSelect = ({ level, onChange, sx }: SkillLevelSelectProps) => (
  <TextField
    select
    label="Skill level"
    value={level ?? 'any'}
    onChange={({ target }) => onChange(skillLevels.find((one) => one === target.value) ?? null)}
    {...(sx && { sx })}
  >
    <MenuItem value="any">All levels</MenuItem>
    {skillLevels.map((one) => (
      <MenuItem key={one} value={one}>
        {skillLevelLabels[one]}
      </MenuItem>
    ))}
  </TextField>
)
