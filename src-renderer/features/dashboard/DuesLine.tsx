import { Box, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Due } from '#shared/contract/dues.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownDuesQuery } from '#data/rewards.ts'
import { shortReward } from '#lib/amounts.ts'
import { paths } from '#lib/paths.ts'

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })
const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const

/** '2 people wait for $640 and €40, one late': each currency by itself. */
export const duesLine = (dues: readonly Due[], isCut: boolean): string => {
  const people = new Set(dues.map(({ person }) => person.id)).size
  const sums = new Map<string, number>()
  for (const { currency, amountCents } of dues) sums.set(currency, (sums.get(currency) ?? 0) + amountCents)
  const amounts = inWords.format([...sums].map(([currency, cents]) => shortReward(cents, currency)))
  const late = dues.filter(({ isLate }) => isLate).length
  const who = `${isCut ? 'More than ' : ''}${people} ${people === 1 ? 'person waits' : 'people wait'}`
  return `${who} for ${amounts}${late > 0 ? `, ${small[late] ?? late} late` : ''}`
}

/** What the projects of an owner owe, with the way to the earliest pay date. Nothing while they owe nothing. */
export const DuesLine = () => {
  const { data } = useQuery(ownDuesQuery(useCapability('rewards', true)))
  const [first] = data?.owedByMe ?? []
  if (!data || !first) return null
  const isLate = data.owedByMe.some((due) => due.isLate)
  return (
    <Box sx={{ mt: 0.5 }}>
      <Typography variant="body2" role="status">
        <TextLink
          component={Link}
          to={paths.ledger(first.project.id)}
          sx={{ color: isLate ? 'error.main' : undefined }}
        >
          {duesLine(data.owedByMe, data.isCut)}
        </TextLink>
      </Typography>
    </Box>
  )
}
