import { Box, MenuItem, TextField } from '@mui/material'
import { useEffect, useRef } from 'react'
import { aiRules, OFFER_DAYS, offerModes, offerTakers } from '#shared/contract/task-offer.ts'
import { aiRuleLabels, NO_REWARD, NOT_HELD, offerModeLabels, takersLabels } from '#shared/rules/offer-terms.ts'
import { readReward } from '#shared/rules/typed-reward.ts'
import { Field } from '#ui/form/Field.tsx'
import { SkillsField } from '#ui/form/SkillsField.tsx'
import { TierSelect } from '#ui/form/TierSelect.tsx'
import type { OfferErrors, OfferValues } from './offer-form.ts'

type OfferFieldsProps = {
  values: OfferValues
  onChange: (values: OfferValues) => void
  errors: OfferErrors
  currency: string
  /** The skills that the offer asks for with none of its own. */
  projectSkills: readonly string[]
  isOptional?: boolean
  /** Shows the amount alone. */
  isShort?: boolean
  isFocused?: boolean
}

const grid = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

const dayLabels = {
  leaseDays: 'Days to work',
  reviewDays: 'Days to review',
  payDays: 'Days to pay',
} as const

const amountHint = (amount: string, currency: string): string => {
  if (amount.trim() === '') return 'An amount, or 0 for reputation.'
  const read = readReward(amount, currency)
  return 'cents' in read && read.cents === 0 ? `${NO_REWARD}.` : NOT_HELD
}

/** What a task is worth and under which terms. */
export const OfferFields = ({
  values,
  onChange,
  errors,
  currency,
  projectSkills,
  isOptional = false,
  isShort = false,
  isFocused = false,
}: OfferFieldsProps) => {
  const set = (change: Partial<OfferValues>) => onChange({ ...values, ...change })
  const ofProject = projectSkills.length > 0 ? ` With none: ${projectSkills.join(', ')}.` : ''
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors])
  return (
    <Box ref={fields} sx={{ display: 'contents' }}>
      <Field
        label={`Reward in ${currency}${isOptional ? ' (optional)' : ''}`}
        autoComplete="off"
        autoFocus={isFocused}
        inputProps={{ inputMode: 'decimal', maxLength: 20 }}
        value={values.amount}
        onChange={({ target }) => set({ amount: target.value })}
        error={errors.amount}
        hint={amountHint(values.amount, currency)}
      />
      {!isShort && (
        <>
          <Box sx={grid}>
            <TextField
              select
              label="Given out"
              value={values.mode}
              onChange={({ target }) => set({ mode: target.value as OfferValues['mode'] })}
            >
              {offerModes.map((mode) => (
                <MenuItem key={mode} value={mode}>
                  {offerModeLabels[mode]}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label="Who may take it"
              value={values.takers}
              onChange={({ target }) => set({ takers: target.value as OfferValues['takers'] })}
            >
              {offerTakers.map((takers) => (
                <MenuItem key={takers} value={takers}>
                  {takersLabels[takers]}
                </MenuItem>
              ))}
            </TextField>
            {values.takers === 'tier' && (
              <TierSelect
                value={values.minTier}
                onChange={({ target }) => set({ minTier: target.value as OfferValues['minTier'] })}
                helperText="And above."
              />
            )}
            <TextField
              select
              label="AI generators"
              value={values.aiRule}
              onChange={({ target }) => set({ aiRule: target.value as OfferValues['aiRule'] })}
            >
              {aiRules.map((rule) => (
                <MenuItem key={rule} value={rule}>
                  {aiRuleLabels[rule]}
                </MenuItem>
              ))}
            </TextField>
          </Box>
          <SkillsField
            value={values.skills}
            onChange={(skills) => set({ skills })}
            error={errors.skills}
            hint={`Up to five.${ofProject}`}
          />
          <Box
            sx={{ ...grid, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' } }}
          >
            {(['leaseDays', 'reviewDays', 'payDays'] as const).map((name) => (
              <Field
                key={name}
                label={dayLabels[name]}
                autoComplete="off"
                inputProps={{ inputMode: 'numeric', maxLength: 3 }}
                value={values[name]}
                onChange={({ target }) => set({ [name]: target.value })}
                error={errors[name]}
                hint={`${OFFER_DAYS[name].min} to ${OFFER_DAYS[name].max}.`}
              />
            ))}
          </Box>
        </>
      )}
    </Box>
  )
}
