import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { CircleHelp, Star, X } from 'lucide-react'
import type { PrivateLabel } from '#shared/contract/index.ts'
import { labelText, type ShownLabel, shownLabels } from '../data/private-labels.ts'

const icons = { shortlist: Star, maybe: CircleHelp, no: X } as const

/** The sign of a private label, for rows and buttons. */
export const LabelSign = ({ label, size = 16 }: { label: ShownLabel; size?: number }) => {
  const Icon = icons[label]
  return <Icon size={size} aria-hidden />
}

type LabelChoiceProps = { of: string; label: PrivateLabel; onLabel: (label: PrivateLabel) => void }

/** Sets the private label by one press; a press on the label that is set takes it off. */
export const LabelChoice = ({ of, label, onLabel }: LabelChoiceProps) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    color="primary"
    value={label}
    aria-label={`Private label of ${of}`}
    onChange={(_event, next: PrivateLabel | null) => onLabel(next ?? 'none')}
  >
    {shownLabels.map((one) => (
      <ToggleButton key={one} value={one} sx={{ gap: 0.75, px: 1.5, color: 'text.primary' }}>
        <LabelSign label={one} />
        {labelText[one]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
