import type { SxProps } from '@mui/material'
import { type SkillLevel, skillLevels } from '#shared/contract/index.ts'
import { skillLevelLabels } from '#shared/rules/tiers.ts'
import { FilterSelect } from './FilterSelect.tsx'

type SkillLevelSelectProps = { level: SkillLevel | null; onChange: (level: SkillLevel | null) => void; sx?: SxProps }

const choices = skillLevels.map((level) => ({ value: level, label: skillLevelLabels[level] }))

export const SkillLevelSelect = ({ level, onChange, sx = {} }: SkillLevelSelectProps) => (
  <FilterSelect label="Skill level" all="All levels" choices={choices} value={level} onChange={onChange} sx={sx} />
)
