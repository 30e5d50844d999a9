import { readReward } from '#shared/rules/typed-reward.ts'
import { Field } from '#ui/form/Field.tsx'

type RewardFieldProps = { currency: string; value: string; isLocked: boolean; onChange: (text: string) => void }

/** The reward that a task gets when it is created; empty for none. */
export const RewardField = ({ currency, value, isLocked, onChange }: RewardFieldProps) => {
  const read = readReward(value, currency)
  return (
    <Field
      label={`Reward in ${currency}`}
      value={value}
      disabled={isLocked}
      error={value.trim() !== '' && 'error' in read ? read.error : undefined}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      inputProps={{ inputMode: 'decimal', autoComplete: 'off' }}
    />
  )
}
