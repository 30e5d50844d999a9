import { Alert, Box } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type OwnPayout, payoutBody, type PayoutMethod } from '#shared/contract/payout.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { useSetPayout } from './calls.ts'

const methods: ReadonlyArray<{ value: PayoutMethod; label: string; what: string }> = [
  { value: 'bank', label: 'Bank', what: 'An account at a bank.' },
  { value: 'account', label: 'Account elsewhere', what: 'An account at a payment service.' },
  { value: 'cash', label: 'Cash', what: 'Say where and when.' },
  { value: 'other', label: 'Something else', what: 'Say what.' },
]

type Fields = z.input<typeof payoutBody>
const names = ['details', 'receiptName', 'receiptAddress', 'password'] as const

/** Asks how the viewer is paid, and for the password. */
export const PayoutForm = ({ details }: { details: OwnPayout['details'] }) => {
  const keep = useSetPayout()
  const { register, handleSubmit, formState, setError, control } = useForm<
    Fields,
    unknown,
    z.output<typeof payoutBody>
  >({
    resolver: zodResolver(payoutBody),
    defaultValues: {
      method: details?.method ?? 'bank',
      details: details?.details ?? '',
      receiptName: details?.receiptName ?? '',
      receiptAddress: details?.receiptAddress ?? '',
      password: '',
    },
  })
  const { errors } = formState
  const submit = handleSubmit((body) => {
    if (keep.isPending) return
    keep.mutate(body, {
      onSuccess: () => toast('Payout details kept', 'success'),
      onError: (error) => {
        if (showFieldErrors(error, names, setError)) keep.reset()
      },
    })
  })
  return (
    <Box
      component="form"
      onSubmit={(event) => void submit(event)}
      noValidate
      sx={{ display: 'grid', gap: 2.5, maxWidth: 480, justifyItems: 'start' }}
    >
      {keep.isError && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(keep.error, 'Failed to keep your payout details')}
        </Alert>
      )}
      <Controller
        control={control}
        name="method"
        render={({ field }) => (
          <RadioCards label="By what" choices={methods} value={field.value} onChange={field.onChange} />
        )}
      />
      <Field
        label="Details"
        multiline
        minRows={2}
        hint="Such as an IBAN, or an address of an account."
        error={errors.details?.message}
        {...register('details')}
      />
      <Field label="Name on receipts (optional)" error={errors.receiptName?.message} {...register('receiptName')} />
      <Field
        label="Address on receipts (optional)"
        multiline
        error={errors.receiptAddress?.message}
        {...register('receiptAddress')}
      />
      <OwnAccount />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <NetworkButton type="submit" variant="contained" loading={keep.isPending}>
        Save payout details
      </NetworkButton>
    </Box>
  )
}
