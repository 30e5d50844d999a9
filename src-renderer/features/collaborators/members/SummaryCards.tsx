import { Box, Typography } from '@mui/material'
import { CircleCheckBig, type LucideIcon, Users, Wallet } from 'lucide-react'
import { useId } from 'react'
import { progressOf } from '#shared/rules/collaborators.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { moneyText } from '#lib/amounts.ts'
import type { Team } from '../data/use-team.ts'

type SummaryCardProps = { title: string; value: string; detail: string; Icon: LucideIcon }

const SummaryCard = ({ title, value, detail, Icon }: SummaryCardProps) => {
  const titleId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1, minWidth: 0, fontSize: size.small }}
    >
      <Box sx={{ alignSelf: 'center', display: 'flex', color: 'text.secondary' }}>
        <Icon size={16} aria-hidden />
      </Box>
      <Typography id={titleId} component="h3" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {title}
      </Typography>
      <Box component="span" className="tabular" sx={{ fontWeight: weight.bold, whiteSpace: 'nowrap' }}>
        {value}
      </Box>
      <Box
        component="span"
        className="tabular"
        sx={(theme) => ({ color: 'text.secondary', [theme.breakpoints.down('sm')]: visuallyHidden })}
      >
        {detail}
      </Box>
    </Box>
  )
}

const UNKNOWN = '–'

const paidDetail = ({ summary, isManager }: Team): string => {
  if (!summary) return 'Not loaded'
  const others = summary.otherCurrencies.map(({ currency, paidCents }) => moneyText(currency, paidCents))
  if (others.length > 0) return `and ${others.join(', ')}`
  return isManager ? 'As recorded in the ledger' : 'Recorded for you in the ledger'
}

/** The number of people, the sum that was paid, and the share of the tasks that is done. */
export const SummaryCards = ({ team, isMembersFailed }: { team: Team; isMembersFailed: boolean }) => {
  const { collaborators, counts, summary, isManager } = team
  const active = collaborators.filter(({ status }) => status === 'Active').length
  const progress = counts && progressOf(counts)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 0.5,
        px: 2,
        py: 1.25,
        mb: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
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
        value={summary ? moneyText(summary.currency, summary.paidCents) : UNKNOWN}
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
