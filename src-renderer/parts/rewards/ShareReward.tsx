import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { budgetIn } from '#shared/rules/reward-money.ts'
import { shareByEstimate } from '#shared/rules/share-by-estimate.ts'
import { shortReward } from '#lib/amounts.ts'
import { Field } from '#ui/form/Field.tsx'

type Estimated = { key: string; estimateHours?: number | undefined }
type ShareRewardProps = {
  /** The tasks that get a share. */
  tasks: readonly Estimated[]
  currency: string
  /** What the field begins with: the project's budget, which need not be an amount. */
  budget: string | null
  isLocked: boolean
  /** Called with each task's share, as it is typed. */
  onShare: (rewards: ReadonlyMap<string, string>) => void
}

/** Shares a sum over tasks by their estimates; each amount can be changed afterwards. */
export const ShareReward = ({ tasks, currency, budget, isLocked, onShare }: ShareRewardProps) => {
  const begun = budgetIn(budget, currency)
  const [text, setText] = useState(begun === null ? '' : typedReward(begun))
  const cents = budgetIn(text, currency)
  const isEmpty = text.trim() === ''
  const share = () => {
    const shares =
      cents === null
        ? null
        : shareByEstimate(
            cents,
            currency,
            tasks.map(({ estimateHours }) => estimateHours),
          )
    if (shares) onShare(new Map(tasks.map(({ key }, at) => [key, typedReward(shares[at] ?? 0)])))
  }
  return (
    <Box role="group" aria-label="Rewards" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 1 }}>
      <Box sx={{ flex: '0 1 180px' }}>
        <Field
          label={`Rewards in all (${currency})`}
          value={text}
          disabled={isLocked}
          error={isEmpty || cents !== null ? undefined : 'Please enter an amount such as 3000.'}
          onChange={({ target }) => setText(target.value)}
          // It shares and does not create the tasks.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            share()
          }}
          inputProps={{ inputMode: 'decimal', autoComplete: 'off' }}
        />
      </Box>
      <Button
        variant="outlined"
        disabled={isLocked || !cents || tasks.length === 0}
        onClick={share}
        sx={{ height: 44 }}
      >
        Share {cents ? `${shortReward(cents, currency)} ` : ''}by estimate
      </Button>
    </Box>
  )
}

/** Hundredths as they are typed, in every currency: '40', '40.50'. */
const typedReward = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
