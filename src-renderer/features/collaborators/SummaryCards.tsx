import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { CircleCheckBig, type LucideIcon, Users, Wallet } from 'lucide-react'
import { useId } from 'react'
import { progressOf } from '../../../shared/rules/collaborators.ts'
import { weight } from '../../ui/tokens.ts'
import { formatCents, formatIn } from './amounts.ts'
import type { Team } from './use-team.ts'

type SummaryCardProps = { title: string; value: string; detail: string; Icon: LucideIcon }

/** On narrow screens the cards stand beside each other, because three high ones would push the list away. */
const look = {
  minWidth: 0,
  display: { xs: 'grid', sm: 'block' },
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"title value" "detail value"',
  columnGap: 2,
  alignItems: 'center',
  px: { xs: 2, sm: 2.5 },
  py: { xs: 1.25, sm: 2.5 },
} as const

const SummaryCard = ({ title, value, detail, Icon }: SummaryCardProps) => {
  const titleId = useId()
  return (
    <Card component="section" aria-labelledby={titleId} sx={look}>
      <Box sx={{ gridArea: 'title', display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Icon size={16} aria-hidden />
        <Typography id={titleId} component="h3" variant="body2" sx={{ fontWeight: weight.semibold }}>
          {title}
        </Typography>
      </Box>
      <Typography
        className="tabular"
        sx={{
          gridArea: 'value',
          mt: { sm: 0.5 },
          typography: 'figure',
          overflowWrap: 'anywhere',
        }}
      >
        {value}
      </Typography>
      <Typography variant="body2" className="tabular" sx={{ gridArea: 'detail', color: 'text.secondary' }}>
        {detail}
      </Typography>
    </Card>
  )
}

const UNKNOWN = '–'

const paidDetail = ({ summary, isManager }: Team): string => {
  if (!summary) return 'Not loaded'
  const others = summary.otherCurrencies.map(({ currency, paidCents }) => formatIn(currency, paidCents))
  if (others.length > 0) return `and ${others.join(', ')}`
  return isManager ? 'As recorded in the ledger' : 'Recorded for you in the ledger'
}

/** The number of people, the sum that was paid, and the share of the tasks that is done. */
export const SummaryCards = ({ team, isMembersFailed }: { team: Team; isMembersFailed: boolean }) => {
  const { collaborators, tasks, summary, isManager } = team
  const active = collaborators.filter(({ status }) => status === 'Active').length
  const progress = tasks && progressOf(tasks)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <SummaryCard
        title="Total Collaborators"
        Icon={Users}
        value={isMembersFailed ? UNKNOWN : String(collaborators.length)}
        detail={isMembersFailed ? 'Not loaded' : `${active} active`}
      />
      <SummaryCard
        title={isManager ? 'Total Paid' : 'Paid to You'}
        Icon={Wallet}
        value={summary ? formatCents(summary.paidCents) : UNKNOWN}
        detail={paidDetail(team)}
      />
      <SummaryCard
        title="Tasks Completed"
        Icon={CircleCheckBig}
        value={progress ? String(progress.completed) : UNKNOWN}
        detail={progress ? `of ${progress.total} in total` : 'Not loaded'}
      />
    </Box>
  )
}
